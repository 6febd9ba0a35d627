#!/usr/bin/env python3
"""Measures the time of a fresh JVM with a Spring context until its first id, and the heap of generators.

Usage: benchmarks/start.py <port of a Redis> <folder of results> [runs]. It compares with one increment without idgen, and with
classes from an earlier run. JAVA_HOME is the JDK; JAVA_HOME_25 may be another one, 25 or later. Results are medians of runs in turn.
"""
import json, os, pathlib, re, statistics, subprocess, sys, tempfile

JAR = pathlib.Path(__file__).resolve().parent / "target/benchmarks.jar"
PORT, RESULTS, RUNS = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 7
TYPES = "snowflake tsid sonyflake js-safe ulid uuid-v7 object-id counter segment trace-id".split()
WITHOUT, WITH = "without idgen, one `INCR`", "with idgen, one id"
IDLE = 100

# The options with which a JVM writes an archive at its end, and with which it uses one.
CDS = ("CDS archive", "-XX:ArchiveClassesAtExit=", "-XX:SharedArchiveFile=")
AOT = ("AOT cache", "-XX:AOTCacheOutput=", "-XX:AOTCache=")


def generators(name, types):
    return [f"--idgen.generators.{name}{i}.type={type}" for i, type in enumerate(types)]


def java(home, options, properties):
    command = [f"{home}/bin/java", *options, "-cp", JAR, "dev.idgen.benchmarks.FirstId", *properties,
               f"--spring.data.redis.port={PORT}", "--logging.level.root=warn"]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120).stdout


def prepared(home, archive, properties):
    """Runs the application once to write its classes. Returns the option that uses them."""
    if not archive:
        return []
    file = pathlib.Path(tempfile.mkdtemp()) / "archive"
    java(home, [archive[1] + str(file), "-Dspring.context.exit=onRefresh"], properties)
    if not file.exists():
        raise SystemExit(f"no {archive[0]} was written by {home}")
    return [archive[2] + str(file)]


def medians(home, archive, applications):
    """By application: milliseconds of the context, of the first id and of all, and bytes of heap."""
    options = {name: prepared(home, archive, properties) for name, properties in applications.items()}
    runs = {name: [] for name in applications}
    for _ in range(RUNS):
        for name, properties in applications.items():
            output = java(home, options[name], properties)
            measured = re.search("measured (.*)", output)
            if not measured:
                raise SystemExit(f"no measurement of '{name}' by {home}: {output}")
            runs[name].append([float(value) for value in measured[1].split()])
    return {name: [statistics.median(values) for values in zip(*all)] for name, all in runs.items()}


def main():
    rows = []
    applications = {WITHOUT: ["--idgen.enabled=false"], WITH: [], f"the same and {len(TYPES)} generators": generators("each", TYPES)}
    home, later = os.environ["JAVA_HOME"], os.environ.get("JAVA_HOME_25")
    for jdk, archive in [(home, None), (home, CDS)] + ([(later, None), (later, AOT)] if later else []):
        version = re.search(r'JAVA_VERSION="(\d+)', pathlib.Path(jdk, "release").read_text())[1]
        measured = medians(jdk, archive, applications)
        for name, (context, _, all, _) in measured.items():
            rows.append({"table": "start", "": f"Java {version}, {archive[0] if archive else 'from jars'}, {name}", "context, ms": context,
                         "all since the JVM began, ms": all, "more than one `INCR`, ms": all - measured[WITHOUT][2]})
    heap = {name: values[3] / 1024 for name, values in medians(home, None, {
        WITHOUT: ["--idgen.enabled=false"], WITH: [], "idle": generators("idle", ["snowflake"] * IDLE)}).items()}
    rows.append({"table": "memory", "": "string ids with their stock", "heap, KiB": heap[WITH] - heap[WITHOUT]})
    rows.append({"table": "memory", "": "one idle snowflake generator", "heap, KiB": (heap["idle"] - heap[WITH]) / IDLE})
    (RESULTS / "start.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


if __name__ == "__main__":
    main()
