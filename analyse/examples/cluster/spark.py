#!/usr/bin/env python3
"""Analyses the shards of a folder on a cluster of Apache Spark.

    spark-submit --master spark://HOST:7077 spark.py FOLDER [options of riposte analyse]

FOLDER is seen by all machines, and so are this script's folder and the engine (RIPOSTE).
A shard is a task of its own. Spark starts a task that was lost again, and the worker goes on
where the lost one stopped. The joined results go to FOLDER.jsonl.
"""

import os
import pathlib
import shlex
import subprocess
import sys

from pyspark.sql import SparkSession

HERE = pathlib.Path(__file__).resolve().parent


def main():
    folder, options = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    shards = sorted(str(path) for path in folder.iterdir() if path.suffix in (".epd", ".pgn"))
    spark = SparkSession.builder.appName("riposte analyse").getOrCreate()
    # Each line of a partition is the name of a shard. The lines that come back are those that
    # are finished, in the order of the names.
    loop = 'while read -r shard; do "$0" "$shard" "$@" </dev/null >&2 || exit; echo "$shard"; done'
    command = shlex.join(["sh", "-c", loop, str(HERE / "worker.sh"), *options])
    environment = {name: os.environ[name] for name in ("PATH", "RIPOSTE") if name in os.environ}
    tasks = spark.sparkContext.parallelize(shards, max(1, len(shards)))
    finished = tasks.pipe(command, environment, checkCode=True).collect()
    spark.stop()
    assert finished == shards, f"{len(finished)} of {len(shards)} shards"
    with open(f"{folder}.jsonl", "wb") as output:
        subprocess.run([HERE / "join.sh", folder], stdout=output, check=True)


if __name__ == "__main__":
    main()
