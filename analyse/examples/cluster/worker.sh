#!/bin/sh
# Analyses one shard; does nothing if that has been done.
#
#     worker.sh SHARD [options of riposte analyse]
#
# Writes SHARD.jsonl, and SHARD.done at the end. A worker that was killed is started again with
# the same arguments: it goes on after the last position in SHARD.jsonl. RIPOSTE is the engine.
set -eu

shard=$1
shift
[ ! -e "$shard.done" ] || exit 0
# One worker per shard: a second one waits. The engine inherits the lock, so that an engine
# whose worker was killed finishes the shard before another one looks at it.
exec 9>"$shard.lock"
flock 9

status=0
"${RIPOSTE:-riposte}" analyse "$shard" --output "$shard.jsonl" --resume --quiet --threads 1 "$@" \
    2>"$shard.log" || status=$?
cat "$shard.log" >&2
# Status 1 may be bad positions in the input, which have their records: the shard is finished.
if [ "$status" = 1 ] && tail -n 1 "$shard.log" | grep -q '^bad lines: '; then
    status=0
fi
[ "$status" != 0 ] || touch "$shard.done"
exit "$status"
