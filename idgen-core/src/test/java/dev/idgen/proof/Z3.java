package dev.idgen.proof;

import com.microsoft.z3.ArithExpr;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Context;
import com.microsoft.z3.Expr;
import com.microsoft.z3.IntSort;
import com.microsoft.z3.Params;
import com.microsoft.z3.Solver;
import com.microsoft.z3.Status;
import java.util.IdentityHashMap;

/** Z3, asked whether formulas can be true. For one thread. */
final class Z3 implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 120_000;

    private final Context context = new Context();

    /** A formula shares its parts, so each is written once. */
    private final IdentityHashMap<Object, Expr<?>> written = new IdentityHashMap<>();

    /** Whether this machine has Z3: it comes for Linux, macOS and Windows on the usual processors. */
    static boolean isThere() {
        try (Z3 z3 = new Z3()) {
            return z3.canBe(Truth.of(true));
        } catch (LinkageError e) {
            return false;
        }
    }

    boolean isProved(Obligation obligation) {
        return !canBe(obligation.premises().and(obligation.conclusion().not()));
    }

    /**
     * Whether there are numbers that make it true.
     *
     * @throws IllegalStateException if Z3 does not find out
     */
    boolean canBe(Truth truth) {
        Solver solver = context.mkSolver();
        Params patience = context.mkParams();
        patience.add("timeout", PATIENCE_MILLIS);
        solver.setParameters(patience);
        solver.add(new BoolExpr[] {bool(truth)});
        Status answer = solver.check();
        if (answer == Status.UNKNOWN) {
            throw new IllegalStateException(solver.getReasonUnknown());
        }
        return answer == Status.SATISFIABLE;
    }

    private BoolExpr bool(Truth truth) {
        Expr<?> known = written.get(truth);
        if (known == null) {
            known = write(truth);
            written.put(truth, known);
        }
        return (BoolExpr) known;
    }

    private BoolExpr write(Truth truth) {
        if (truth instanceof Truth.Constant constant) {
            return context.mkBool(constant.value());
        } else if (truth instanceof Truth.Named any) {
            return context.mkBoolConst(any.name());
        } else if (truth instanceof Truth.Equal equal) {
            return context.mkEq(number(equal.a()), number(equal.b()));
        } else if (truth instanceof Truth.AtMost atMost) {
            return context.mkLe(number(atMost.a()), number(atMost.b()));
        } else if (truth instanceof Truth.Not not) {
            return context.mkNot(bool(not.truth()));
        } else if (truth instanceof Truth.And and) {
            return context.mkAnd(bool(and.a()), bool(and.b()));
        } else {
            Truth.Or or = (Truth.Or) truth;
            return context.mkOr(bool(or.a()), bool(or.b()));
        }
    }

    private ArithExpr<IntSort> number(Num num) {
        Expr<?> known = written.get(num);
        if (known == null) {
            known = write(num);
            written.put(num, known);
        }
        @SuppressWarnings("unchecked")
        ArithExpr<IntSort> number = (ArithExpr<IntSort>) known;
        return number;
    }

    private Expr<IntSort> write(Num num) {
        if (num instanceof Num.Constant constant) {
            return context.mkInt(constant.value());
        } else if (num instanceof Num.Named any) {
            return context.mkIntConst(any.name());
        } else if (num instanceof Num.Applied applied) {
            return context.mkApp(
                    context.mkFuncDecl(applied.function(), context.getIntSort(), context.getIntSort()),
                    number(applied.argument()));
        } else if (num instanceof Num.Sum sum) {
            return context.mkAdd(number(sum.a()), number(sum.b()));
        } else if (num instanceof Num.Difference difference) {
            return context.mkSub(number(difference.a()), number(difference.b()));
        } else {
            Num.Choice choice = (Num.Choice) num;
            return context.mkITE(bool(choice.condition()), number(choice.then()), number(choice.otherwise()));
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
