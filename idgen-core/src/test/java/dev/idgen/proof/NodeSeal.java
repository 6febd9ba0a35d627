package dev.idgen.proof;

/** The line of a newer reign in which a lease of this reign or before was renewed first. */
record NodeSeal(Truth born, Num by, Num byAt) {

    static NodeSeal any(String name) {
        return new NodeSeal(Truth.any(name + ".sealBorn"), Num.any(name + ".by"), Num.any(name + ".byAt"));
    }

    static NodeSeal choose(Truth condition, NodeSeal then, NodeSeal otherwise) {
        return new NodeSeal(
                condition.choose(then.born, otherwise.born),
                condition.choose(then.by, otherwise.by),
                condition.choose(then.byAt, otherwise.byAt));
    }
}
