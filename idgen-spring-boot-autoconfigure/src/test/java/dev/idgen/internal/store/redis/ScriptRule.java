package dev.idgen.internal.store.redis;

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
                    "What a doubt put off, nothing makes earlier again.",
                    "math.max(record.entered, beyond, record.ends[record.quarter])",
                    "math.max(beyond, record.ends[record.quarter])"),
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
            node("A node id's window begins after all of it have closed.", "closes[of] < now then", "true then"),
            node("After a doubt no node id is leased until all that were before have closed.", "wait >= 0", "false"),
            node(
                    "A doubt about node ids is never taken back.",
                    "math.max(record.doubted, clock, record.last)",
                    "math.max(clock, record.last)"),
            node("A changed run is a doubt about node ids.", "run ~= '' and record.run ~= run", "false"),
            node("A missing record is a doubt about node ids.", "missing and not new", "false"),
            node("That wait has a margin for clocks and old masters.", "+ record.ttl + MARGIN", "+ record.ttl"),
            node("The longest ttl of all instances counts for node ids.", "math.max(shown, tonumber(ARGV[5]))", "ttl"),
            node(
                    "A longer ttl than any before is used when all have had time to hear of it.",
                    "math.min(ttl, record.settled)",
                    "ttl"),
            node(
                    "A lease is renewed only if its window reaches beyond the latest doubt.",
                    "upTo >= doubted + MARGIN",
                    "true"),
            node("That has a margin for clocks and old masters.", "upTo >= doubted + MARGIN", "upTo >= doubted"),
            node(
                    "A lease that the record lost is taken back only if the node id was leased to nobody since.",
                    "not held and ends < from",
                    "not held"),
            node(
                    "A renewal records no less than what the holder was told.",
                    "math.max(reach, upTo), ends",
                    "math.max(reach, from), 0"),
            node("Each lease has a holder of its own.", "stored[7] == holder", "true"),
            node(
                    "Where the run is not told, a connection made anew is a doubt about node ids.",
                    "run == '' and not new",
                    "false"));

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
