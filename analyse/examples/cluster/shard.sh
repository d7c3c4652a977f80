#!/bin/sh
# Splits positions or games into files of SIZE each, for workers to analyse.
#
#     shard.sh positions.epd SIZE FOLDER    FEN or EPD, a position per line
#     shard.sh games.pgn SIZE FOLDER        whole games
#
# The order of the names of the shards is that of the input.
set -eu

input=$1 size=$2 folder=$3
mkdir "$folder"
case $input in
*.pgn)
    # A game begins with the first tag after something that is no tag.
    awk -v size="$size" -v folder="$folder" '
        function name() { return sprintf("%s/%06d.pgn", folder, shard++) }
        /^\[[A-Za-z0-9_]+ +"/ { if (!in_tags && games++ % size == 0) { close(file); file = name() } in_tags = 1 }
        /^[^[]/ { in_tags = 0 }
        { if (file == "") file = name(); print > file }' "$input"
    ;;
*) split -l "$size" -d -a 6 --additional-suffix=.epd "$input" "$folder/" ;;
esac
