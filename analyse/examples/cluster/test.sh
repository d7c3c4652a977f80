#!/bin/bash
# Kills a worker in the middle and compares the joined results with those of one process.
#
#     RIPOSTE=target/release/riposte analyse/examples/cluster/test.sh xargs
#
# The argument is what distributes the work: xargs, parallel or spark (standalone, two workers).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
RIPOSTE=$(realpath "${RIPOSTE:-riposte}")
export RIPOSTE
tool=$1
work=$(mktemp -d)
options=(--nodes 200000)

distribute() { # FOLDER
    case $tool in
    xargs) printf '%s\n' "$1"/*.epd | xargs -P 2 -I '{}' "$here/worker.sh" '{}' "${options[@]}" ;;
    parallel) parallel -j 2 --retries 3 "$here/worker.sh" '{}' "${options[@]}" ::: "$1"/*.epd ;;
    spark) spark-submit --master "$SPARK_MASTER" "$here/spark.py" "$1" "${options[@]}" 2>"$work/spark.log" ;;
    esac
}

# Results without what depends on the clock.
timeless() { sed 's/"time_ms":[0-9]*//g' "$1"; }

"$RIPOSTE" "genfens 60 seed 1 book None" | sed 's/^info string genfens //' >"$work/in.epd"
sed -i '33s/.*/not a position/' "$work/in.epd"
"$RIPOSTE" analyse "$work/in.epd" "${options[@]}" --quiet --output "$work/whole.jsonl" || [ $? = 1 ]
"$here/shard.sh" "$work/in.epd" 8 "$work/shards"

distribute "$work/shards" &
distributor=$!
victim=$work/shards/000002.epd
until [ "$(cat "$victim.jsonl" 2>/dev/null | wc -l)" -ge 3 ]; do sleep 0.05; done
if [ "$tool" = spark ]; then
    # The executor that runs the task, and the engine.
    worker=$(pgrep -f "worker.sh $victim" | head -n 1)
    executor=$worker
    until tr '\0' ' ' <"/proc/$executor/cmdline" | grep -q CoarseGrainedExecutorBackend; do
        executor=$(awk '{ print $4 }' "/proc/$executor/stat")
    done
    echo "kill -9 executor $executor"
    kill -9 "$executor"
fi
engine=$(pgrep -f "analyse $victim" | head -n 1)
kill -9 "$engine"
cp "$victim.jsonl" "$work/at_kill"
echo "kill -9 engine $engine at $(wc -l <"$work/at_kill") of 8 positions of ${victim##*/}"
wait "$distributor" || echo "$tool ended with status $?: started again"
# xargs does not start a job again; the same command does.
[ "$tool" != xargs ] || distribute "$work/shards"

"$here/join.sh" "$work/shards" >"$work/joined.jsonl"
cmp <(timeless "$work/whole.jsonl") <(timeless "$work/joined.jsonl")
# Nothing is repeated: what was written, times included, is still there.
cmp <(head -c "$(stat -c %s "$work/at_kill")" "$victim.jsonl") "$work/at_kill"
echo "$tool: $(wc -l <"$work/joined.jsonl") positions as from one process"
rm -r "$work"
