package dev.idgen.redis;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A rule of the lease protocol, and how to take it out of the shipped script, to see what becomes of the protocol without.
 *
 * @param name what it says
 * @param script the script's file
 * @param part what to replace in the script
 * @param replacement what to replace it with
 */
public record ScriptRule(String name, String script, String part, String replacement) implements UnaryOperator<String> {

    /** The rules of the buckets. */
    public static final List<ScriptRule> OF_BUCKETS = List.of(
            bucket(
                    "After a doubt a window begins later than all that were granted before may end.",
                    "local beyond = latest + longest + MARGIN",
                    "local beyond = now"),
            bucket(
                    "A bucket is locked until a window that begins then can end within the longest ttl.",
                    "math.max(record.entered + USE - bound, record.entered - lead)",
                    "math.min(0, lead)"),
            bucket(
                    "What is reckoned with and not settled is not used.",
                    "record.entered + USE - bound",
                    "record.entered + USE - longest"),
            bucket(
                    "A window ends within the longest ttl of when it is granted.",
                    "math.max(now + ttl, record.entered + USE)",
                    "math.max(now, record.entered) + ttl"),
            bucket(
                    "A stay begins after every window granted in that quarter before has closed.",
                    "math.max(record.entered, now - 1, record.ends[record.quarter])",
                    "math.max(record.entered, now - 1)"),
            bucket("A changed run is a doubt.", "not same and (", "false and ("),
            bucket(
                    "A missing record is a doubt.",
                    "missing and looked > 0 and math.abs(now - looked) < BIRTH",
                    "missing"),
            bucket("Beyond has a margin for clocks and old masters.", "+ longest + MARGIN", "+ longest"),
            bucket("The longest ttl of all instances counts.", "math.max(bound, tonumber(ARGV[5]))", "ttl"),
            bucket("A window is extended in the stay that granted it only.", "record.entered ~= entered", "false"),
            bucket(
                    "Where the run is not told, a connection younger than the latest doubt is a doubt.",
                    "doubted and since <= tonumber(doubted)",
                    "doubted"));

    /** The rules of the node ids. */
    public static final List<ScriptRule> OF_NODE_IDS = List.of(
            node("A node id's window begins after all of it have closed.", "ends[node] < now and", "true and"),
            node("After a failover none is leased until all have settled.", "if changed or lost then", "if lost then"),
            node("After a loss none is leased until all have settled.", "if changed or lost then", "if changed then"),
            node("Settling has a margin for clocks.", "+ longest + MARGIN", "+ longest"),
            node(
                    "The longest ttl of all instances counts for node ids.",
                    "math.max(record.ttl, ttl, tonumber(ARGV[4]))",
                    "ttl"),
            node("A longer ttl is noted before it is granted.", "math.min(ttl, record.limit)", "ttl"),
            node(
                    "A lease that is in doubt is renewed only if its window reaches beyond the doubt.",
                    "keeps = record.doubted == 0 or",
                    "keeps = true or"),
            node("That doubt has a margin for clocks.", ">= record.doubted + MARGIN", ">= record.doubted"),
            node("A lost lease is taken back only while its window is open.", "and upTo >= now + MARGIN", "and true"),
            node("Taking back has a margin for clocks.", "and upTo >= now + MARGIN", "and upTo >= now"),
            node("Each lease has a holder of its own.", "held = lease[2] == holder", "held = true"));

    private static ScriptRule bucket(String name, String part, String replacement) {
        return new ScriptRule(name, "bucket.lua", part, replacement);
    }

    private static ScriptRule node(String name, String part, String replacement) {
        return new ScriptRule(name, "node.lua", part, replacement);
    }

    public ScriptRule {
        if (!LuaScript.load(script).text().contains(part)) {
            throw new IllegalArgumentException(script + " does not say " + part);
        }
    }

    /** A script without this rule. */
    @Override
    public String apply(String text) {
        return text.replace(part, replacement);
    }

    @Override
    public String toString() {
        return name;
    }
}
