package dev.idgen;

/** Every random number that was tried is taken, because the range is filling up. */
public class NumberNotClaimedException extends IdgenException {

    private static final long serialVersionUID = 1L;

    private final int attempts;

    /**
     * @param generator the generator's name
     * @param attempts how many numbers were tried
     * @param collisionRate the share of recently tried numbers that were taken, 0 to 1
     */
    public NumberNotClaimedException(String generator, int attempts, double collisionRate) {
        super("no number of '" + generator + "' after " + attempts + " attempts: all were taken, as were "
                + Math.round(100 * collisionRate)
                + " % of the numbers tried recently. Its range is filling up: raise its 'max'");
        this.attempts = attempts;
    }

    public int attempts() {
        return attempts;
    }
}
