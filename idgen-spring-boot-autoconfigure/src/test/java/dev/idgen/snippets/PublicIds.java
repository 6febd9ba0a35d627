package dev.idgen.snippets;

import dev.idgen.LongIdGenerator;
import dev.idgen.PublicText;
import dev.idgen.standalone.Generators;

class PublicIds {

    public static void main(String[] args) {
        LongIdGenerator orders =
                Generators.tsid().node(1).build().withText(PublicText.of("ord_").withCheck());
        long id = orders.nextLong();
        String text = orders.format(id);
        System.out.println(text + " is " + orders.parse(text));
    }
}
