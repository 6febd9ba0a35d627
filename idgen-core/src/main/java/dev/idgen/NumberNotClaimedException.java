package dev.idgen;

/** All random numbers that were tried are taken: the range is filling up. */
public class NumberNotClaimedException extends IdgenException {

    private static final long serialVersionUID = 1L;

    private final int attempts;

    /**
     * @param generator the generator's name
     * @param attempts how many numbers were tried
     * @param collisionRate which share of all numbers tried so far was taken
     */
    public NumberNotClaimedException(String generator, int attempts, double collisionRate) {
        super(
                "no number of '" + generator + "' after " + attempts + " attempts: all were taken, as were "
                        + Math.round(100 * collisionRate) + " % of those tried lately; its range is filling up",
                null);
        this.attempts = attempts;
    }

    public int attempts() {
        return attempts;
    }
}
