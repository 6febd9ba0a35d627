#!/usr/bin/env python3
"""Writes results into benchmarks/measurements.md, and the main figures into docs/benchmarks.md.

Usage: benchmarks/report.py [folder of results]. JMH's files are <name>.json, those of harnesses <name>.jsonl with a JSON object
per row. Several files of one benchmark are rounds: the table has their median. A place without results stays unchanged, and
results without a place are not shown.
"""
import collections, datetime, json, os, pathlib, platform, re, statistics, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "benchmarks/measurements.md"
MAIN = ROOT / "docs/benchmarks.md"

# Method, kind and label, in the order of the table. A peer belongs to the rows of the product before it, back to the
# next peer. A limit is the least that any implementation has to do.
LABELS = {
    "StringIdBenchmark": """
        limitString        limit `new String` of 27 latin1 bytes
        costAtomic         limit `AtomicLong.incrementAndGet`
        costStringAndClock limit that String and one `currentTimeMillis`
        nextIds            ours  `nextIds("ORDR", 100)`, per id
        nextOfHandle       ours  `forBusiness("ORDR").next()`
        nextId             ours  `nextId("ORDR")`
        nextIdAsync        ours  `nextIdAsync("ORDR").join()`
        uuidV7             peer  robsonkades `UUIDv7.randomUUIDString()`
        cosIdSegment       peer  CosId segment, base 62
        tsidCreator        peer  tsid-creator `getTsid().toString()`
        ulidCreator        peer  ulid-creator `getMonotonicUlid().toString()`
        cosIdSnowflake     peer  CosId snowflake, base 62
        randomUuid         peer  `UUID.randomUUID().toString()`
        naive              peer  `DateTimeFormatter`, `AtomicLong`, `String.format`""",
    "LongIdBenchmark": """
        limitAtomic        limit `AtomicLong.incrementAndGet`
        costClock          limit `System.currentTimeMillis`
        instagram          ours  instagram
        jsSafe             ours  js-safe
        sonyflake          ours  sonyflake
        traceId            ours  trace-id
        none               peer  -
        eightByte          ours  eight-byte
        lable              peer  Lable UniqueID `generate()`
        snowflakeOfThreads ours  `timestamp:41, node:10, thread:4, sequence:8`, `max-lead: 1h`
        snowflakeAhead     ours  snowflake, `max-lead: 1h`
        snowflake          format snowflake
        cosId              peer  CosId `MillisecondSnowflakeId`
        yitter             peer  yitter `YitIdHelper`
        uidGenerator       peer  uid-generator `CachedUidGenerator`
        tsidAhead          ours  tsid, `max-lead: 1h`
        tsid               format tsid
        tsidFast           peer  tsid-creator `Tsid.fast()`, without a node
        hypersistence      peer  hypersistence-tsid `getTsid().toLong()`
        tsidCreator        peer  tsid-creator `getTsid().toLong()`""",
    "WideIdBenchmark": """
        limit              limit `new UUID` of `currentTimeMillis` and `ThreadLocalRandom`
        flake              ours  flake
        none               peer  -
        objectIdFarAhead   ours  object-id, `max-lead: 1h`
        objectId           ours  object-id
        objectIdBson       peer  bson `new ObjectId().toHexString()`
        ulidOfThreads      ours  ulid, `monotonic: false`
        ulid               ours  ulid
        ulidCreator        peer  ulid-creator `getMonotonicUlid().toString()`
        v1FarAhead         ours  uuid-v1, `max-lead: 1h`
        v1                 format uuid-v1
        v1UuidCreator      peer  uuid-creator `getTimeBased()`
        v1Jug              peer  java-uuid-generator `timeBasedGenerator()`
        v4                 ours  uuid-v4
        v4UuidCreator      peer  uuid-creator `getRandomBased()`
        v4Platform         peer  `UUID.randomUUID()`
        v6FarAhead         ours  uuid-v6, `max-lead: 1h`
        v6                 format uuid-v6
        v6UuidCreator      peer  uuid-creator `getTimeOrdered()`
        v6Jug              peer  java-uuid-generator `timeBasedReorderedGenerator()`
        v7OfThreads        ours  uuid-v7, `monotonic: false`
        v7                 ours  uuid-v7
        v7Robsonkades      peer  robsonkades `UUIDv7.randomUUID()`
        v7RobsonkadesSecure peer robsonkades `UUIDv7.secureRandomUUID()`
        v7UuidCreatorFast  peer  uuid-creator `getTimeOrderedEpochFast()`
        v7UuidCreator      peer  uuid-creator `getTimeOrderedEpoch()`
        v7Jug              peer  java-uuid-generator `timeBasedEpochGenerator()`
        v7Hibernate        peer  Hibernate `UuidVersion7Strategy`""",
    "DecodeBenchmark": "decode ours decode",
    "SegmentBenchmark": """
        limitAtomic        limit `AtomicLong.incrementAndGet`
        segment            ours  segment
        cosIdSegment       peer  CosId `SegmentChainId`""",
}
SHOWN = {
    "StringIdBenchmark": ['`nextId("ORDR")`', '`nextIds("ORDR", 100)`, per id'],
    "LongIdBenchmark": ["snowflake", "snowflake, `max-lead: 1h`", "tsid", "tsid, `max-lead: 1h`"],
    "WideIdBenchmark": ["uuid-v7", "ulid", "object-id"],
    "SegmentBenchmark": ["segment"],
}
PEERS = {"CosId": "cosid", "Redisson": "redisson", "tsid-creator": "tsid-creator", "ulid-creator": "ulid-creator",
         "uuid-creator": "uuid-creator", "java-uuid-generator": "java-uuid-generator", "robsonkades uuidv7": "robsonkades-uuidv7",
         "hypersistence-tsid": "hypersistence-tsid", "yitter-idgenerator": "yitter", "Lable UniqueID": "uniqueid",
         "uid-generator": "uid-generator", "bson and Hibernate of Spring Boot": "spring-boot"}
CHART = "Millions per second with 8 threads"
CLEARLY_SLOWER = 0.8  # a smaller difference may be chance
OURS = ("ours", "format")  # a row of the second kind has a limit of ids per millisecond in its format
LIMITED = ", format"


def text(value):
    """A number with enough digits to compare it."""
    if not isinstance(value, (int, float)):
        return str(value)
    if value == int(value) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}" if abs(value) >= 0.1 else f"{value:.2g}"


def table(headings, rows):
    head, *lines = [("| " + " | ".join(map(text, line)) + " |\n").replace("|  |", "| |") for line in [headings, *rows]]
    return head + "|" + "---|" * len(headings) + "\n" + "".join(lines)


def put(page, place, content):
    """The page with a table in its place, if it has one."""
    changed, found = re.subn(rf"(<!-- begin {place} -->\n).*?(<!-- end {place} -->)",
                             lambda its: its[1] + content + its[2], page, flags=re.S)
    if not found:
        print(f"not shown: '{place}'", file=sys.stderr)
    return changed


def rows_of(page, place):
    inside = re.search(rf"<!-- begin {place} -->\n(.*?)<!-- end {place} -->", page, re.S)[1]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in inside.splitlines() if line.startswith("| ")][1:]


def jmh(folder):
    """The millions per second of each iteration: by class, then label of the parameters, method and threads."""
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for file in sorted(folder.glob("*.json")):
        for result in json.loads(file.read_text() or "[]"):
            if result["primaryMetric"]["scoreUnit"] != "ops/us":
                raise SystemExit(f"{file} is not in operations per microsecond")
            name, method = result["benchmark"].split(".")[-2:]
            key = (method, " ".join(result.get("params", {}).values()), result["threads"])
            found[name][key] += sum(result["primaryMetric"]["rawData"], [])
    return found


def benchmark(name, found):
    threads = sorted({key[2] for key in found})
    shown = sorted({threads[0], 8 if 8 in threads else threads[-1]})
    score = {key: statistics.median(values) for key, values in found.items()}
    spread = {key: 100 * (max(values) - min(values)) / score[key] for key, values in found.items()}
    groups, kinds = [[]], []
    for line in LABELS[name].strip().splitlines():
        method, kind, label = line.split(None, 2)
        if kind in OURS and kinds and kinds[-1] == "peer" or kind != "limit" and kinds and kinds[-1] == "limit":
            groups.append([])
        kinds.append(kind)
        groups[-1].append((method, kind, label))
    rows = []
    for group in groups:
        for method, kind, label in group:
            for parameters in sorted({key[1] for key in found if key[0] == method}):
                cells = [score.get((method, parameters, count), "–") for count in shown]
                best = [max([score[other, "", count] for other, its, _ in group if its == "peer"
                             and (other, "", count) in score], default=None) for count in shown]
                ratios = ", ".join(text(mine / peer) if peer and mine != "–" else "–" for mine, peer in zip(cells, best))
                if kind not in OURS or not any(best):
                    ratios = "–"
                elif kind == "format":
                    ratios += LIMITED
                most = max(spread[key] for key in found if key[:2] == (method, parameters) and key[2] in shown)
                rows.append([f"{label} {parameters}".strip(), *cells, round(most)] + ([ratios] if "peer" in kinds else []))
    headings = ["", *(f"{count} thread{'s' * (count > 1)}" for count in shown), "spread, %"]
    return table(headings + (["times the best peer"] if "peer" in kinds else []), rows)


def chart(found):
    """The chart of strings for the first page: bars with their values, in the reader's light or dark colours."""
    kinds = [line.split(None, 2) for line in LABELS["StringIdBenchmark"].strip().splitlines()]
    bars = [(kind, label.replace("`", "").replace("<", "&lt;"), statistics.median(found[method, "", 8]))
            for method, kind, label in kinds if (method, "", 8) in found]
    longest = max(value for _, _, value in bars)
    lines = []
    for i, (kind, label, value) in enumerate(bars):
        length, top = round(value / longest * 380), 40 + 24 * i
        lines += [f'<text class="label" x="390" y="{top + 12}" text-anchor="end">{label}</text>',
                  f'<rect class="{kind}" x="400" y="{top}" width="{max(2, length)}" height="14" rx="2"/>',
                  f'<text class="value" x="{406 + length}" y="{top + 12}" text-anchor="start">{text(value)}</text>']
    old = (ROOT / "docs/charts/StringIdBenchmark.svg").read_text()
    style, height = re.search("<style>.*?</style>", old, re.S)[0], 40 + 24 * len(bars)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 {height}" width="860" height="{height}" role="img">\n'
            f'<title>{CHART}</title>\n{style}\n<text class="title" x="0" y="16" text-anchor="start">{CHART}</text>\n'
            + "\n".join(lines) + "\n</svg>\n")


def machine(java):
    cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    version = subprocess.run([java, "-version"], capture_output=True, text=True).stderr.splitlines()[1]
    pom = (ROOT / "pom.xml").read_text() + (ROOT / "benchmarks/pom.xml").read_text()
    versions = [f"{peer} {re.search(f'<{name}.version>(.*?)<', pom)[1]}" for peer, name in PEERS.items()]
    return (f"Measured on {datetime.date.today()} by `benchmarks/run`: {os.cpu_count()} cores of {cpu[1] if cpu else 'a CPU'},"
            f" {platform.system()} on {platform.machine()}, {version}, Redis on the same machine.\n\n"
            f"Compared with {', '.join(sorted(versions))}.\n")


def summary(measured, page):
    def row(place, label):
        return next(cells for cells in rows_of(measured, place) if label in (cells[0], f"{cells[0]}, {cells[1]}"))
    main = [[cells[0], cells[1], cells[2], cells[4]] for place, labels in SHOWN.items() for cells in map(lambda it: row(place, it), labels)]
    page = put(page, "main", table(["millions per second", "1 thread", "8 threads", "times the best peer"], main))
    slower = [f"- {cells[0]}: {cells[4]} times the best peer\n" for place in SHOWN for cells in rows_of(measured, place)
              if not cells[4].endswith(LIMITED)
              and any(ratio != "–" and float(ratio.replace(",", "")) < CLEARLY_SLOWER for ratio in cells[4].split(", "))]
    page = put(page, "slower", "".join(slower))
    new, old = row("burst", "new, 200"), row("burst", "a minute old, 200")
    failover = row("service", "failover of a master, `nextId`")
    with_idgen, without = (row("start", "Java 17, from jars, " + it)[2] for it in ("with idgen, one id", "without idgen, one `INCR`"))
    return put(page, "redis", f"""- **With Redis**, 200 threads take {old[2]} ids per second of 20 million at once, {old[3]} times as many as raw `INCR`.
  In a new namespace's first minute, they take {new[2]}.
- **While a master fails over**, a call in a service takes {failover[1]} µs at p50 and {failover[2]} µs at p99.9; failed calls: {failover[4]}.
- **The first id** is there {with_idgen} ms after the JVM began, a single `INCR` after {without} ms (Java 17).
""")


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "benchmarks/target/results")
    page = PAGE.read_text()
    tables = collections.defaultdict(list)
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.read_text().splitlines():
            row = json.loads(line)
            tables[row.pop("table")].append(row)
    found = jmh(folder)
    if found or tables:
        page = put(page, "machine", machine(os.path.join(os.environ["JAVA_HOME"], "bin/java") if "JAVA_HOME" in os.environ else "java"))
    for name, results in found.items():
        picture = ""
        if name == "StringIdBenchmark" and any(key[2] == 8 for key in results):
            (ROOT / "docs/charts/StringIdBenchmark.svg").write_text(chart(results))
            picture = f"\n![{CHART}](../docs/charts/StringIdBenchmark.svg)\n"
        page = put(page, name, benchmark(name, results) + picture)
    for name, rows in tables.items():
        page = put(page, name, table(list(rows[0]), [list(row.values()) for row in rows]))
    PAGE.write_text(page)
    MAIN.write_text(summary(page, MAIN.read_text()))


if __name__ == "__main__":
    main()
