package dev.idgen.internal.counter;

import dev.idgen.CountedIds;
import dev.idgen.TransactionalIds;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.ids.Calls;
import dev.idgen.internal.ids.IdSource;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.ids.LongIds;
import java.time.temporal.Temporal;
import org.jspecify.annotations.Nullable;

/** The ids of {@link CounterNumbers}: numbers, or strings of a template. */
public final class CounterIds {

    private CounterIds() {}

    /** @param form the form of strings if there is a template, else of numbers */
    @SuppressWarnings("unchecked") // as the source says
    static Ids<?> of(CounterNumbers source, boolean transactional, IdType<?> form, Calls calls) {
        if (source.areTexts()) {
            IdType<String> texts = (IdType<String>) form;
            return transactional ? new TransactionalTexts(source, texts, calls) : new Texts(source, texts, calls);
        }
        IdType<Long> numbers = (IdType<Long>) form;
        return transactional ? new TransactionalLongs(source, numbers, calls) : new Longs(source, numbers, calls);
    }

    /** What all have in common. Those of one counter and period are equal. */
    interface Counted<T> extends CountedIds<T> {

        IdSource source();

        IdType<T> form();

        Calls calls();

        default CounterNumbers numbers() {
            return (CounterNumbers) source();
        }

        @Override
        @SuppressWarnings("unchecked") // the form is the same
        default CountedIds<T> on(Temporal date) {
            CounterNumbers dated = numbers().on(date);
            return (CountedIds<T>) of(dated, this instanceof TransactionalIds, form(), calls());
        }

        @Override
        default T preview() {
            return numbers().preview(form(), calls());
        }

        @Override
        default void raiseTo(long floor) {
            numbers().raiseTo(floor);
        }
    }

    /** What is drawn in the caller's transaction. */
    interface TransactionalCounted<T> extends Counted<T>, TransactionalIds<T> {

        @Override
        default TransactionalIds<T> on(Temporal date) {
            return (TransactionalIds<T>) Counted.super.on(date);
        }
    }

    /** Ids without a template. */
    public static class Longs extends LongIds implements Counted<Long> {

        private Longs(CounterNumbers source, IdType<Long> form, Calls calls) {
            super(source, form, calls);
        }

        @Override
        protected LongIds in(IdType<Long> other, Calls shared) {
            return (LongIds) of(numbers(), this instanceof TransactionalIds, other, shared);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Longs ids && source().equals(ids.source());
        }

        @Override
        public int hashCode() {
            return source().hashCode();
        }
    }

    /** Ids without a template, drawn in the caller's transaction. */
    public static final class TransactionalLongs extends Longs implements TransactionalCounted<Long> {

        private TransactionalLongs(CounterNumbers source, IdType<Long> form, Calls calls) {
            super(source, form, calls);
        }

        @Override
        public Long nextForRequest(String requestKey) {
            String text = numbers().givenTo(requestKey, form(), calls());
            if (!text.matches("\\d+")) {
                throw new IllegalStateException("the request has the id " + Quote.of(text) + " of " + this
                        + ", which has no template any more, so its ids are numbers: set the template again");
            }
            return Long.valueOf(text);
        }
    }

    /** Ids with a template. */
    public static class Texts extends Ids<String> implements Counted<String> {

        private Texts(CounterNumbers source, IdType<String> form, Calls calls) {
            super(source, form, calls);
        }

        @Override
        @SuppressWarnings("unchecked") // the form is one of strings
        protected Ids<String> in(IdType<String> other, Calls shared) {
            return (Ids<String>) of(numbers(), this instanceof TransactionalIds, other, shared);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Texts ids && source().equals(ids.source());
        }

        @Override
        public int hashCode() {
            return source().hashCode();
        }
    }

    /** Ids with a template, drawn in the caller's transaction. */
    public static final class TransactionalTexts extends Texts implements TransactionalCounted<String> {

        private TransactionalTexts(CounterNumbers source, IdType<String> form, Calls calls) {
            super(source, form, calls);
        }

        /** {@inheritDoc} A request that has an id keeps it, even if the template has another form by now. */
        @Override
        public String nextForRequest(String requestKey) {
            return numbers().givenTo(requestKey, form(), calls());
        }
    }
}
