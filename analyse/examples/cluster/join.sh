#!/bin/sh
# Writes the results of all shards of a folder as those of the whole input.
#
#     join.sh FOLDER > results.jsonl
#
# Fails if a shard is not finished. Positions, lines and games are numbered as in the input.
set -eu

folder=$1
for shard in "$folder"/*.epd "$folder"/*.pgn; do
    [ ! -e "$shard" ] || [ -e "$shard.done" ] || { echo "$shard is not finished" >&2; exit 1; }
done
for shard in "$folder"/*.epd "$folder"/*.pgn; do
    [ ! -e "$shard" ] || printf '%s %s\n' "$(awk 'END { print NR }' "$shard")" "$shard.jsonl"
done | awk '
    {
        lines = $1
        file = substr($0, length($1) + 2)
        games = 0
        while ((getline record < file) > 0) {
            # {"index":I,"line":L,"game":G, ... ; positions that are not of a game have no G.
            match(record, /^{"index":[0-9]+,"line":[0-9]+/)
            split(substr(record, 1, RLENGTH), number, /[:,]/)
            rest = substr(record, RLENGTH + 1)
            printf "{\"index\":%d,\"line\":%d", positions++, before_lines + number[4]
            if (match(rest, /^,"game":[0-9]+/)) {
                games = substr(rest, 9, RLENGTH - 8)
                printf ",\"game\":%d", before_games + games
                rest = substr(rest, RLENGTH + 1)
            }
            print rest
        }
        close(file)
        before_lines += lines
        before_games += games
    }'
