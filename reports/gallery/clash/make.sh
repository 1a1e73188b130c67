#!/bin/sh
# Makes this study again: every figure of README.md comes from one of these commands. About a minute on two cores.
# Run it at the top of the repository, with gsim on the PATH.
set -e
here=reports/gallery/clash
q="--progress none -q"
gsim clash-matrix --report html,svg --out $here/duel $q > $here/duel/answer.txt
gsim clash-matrix --policy minimax --brief $q > $here/duel/optimal.txt
gsim clash-matrix --model fight --policy value --brief --report html,svg --out $here/fight $q > $here/fight/answer.txt
gsim clash-matrix --defender lion,bear,bull --report html,svg --out $here/animals $q > $here/animals/answer.txt
gsim clash-arena --players 2..5 --policies greedy -n 20k --report html,svg --out $here/arena $q > $here/arena/answer.txt
gsim clash-arena --players 3 --policies greedy -n 10k --sensitivity $q > $here/arena/sensitivity.txt
gsim compare clash-matrix --brief --ruleset clash,clash-review $q > $here/review.txt
gsim compare clash-arena --players 3 --policies greedy -n 20k --ruleset clash,clash-review $q > $here/review-arena.txt
# The published advice: one decision changed at a time, everything else greedy.
for players in 2 4; do
  for change in draft:swords_first,random placement:centre,random placement:near_weak,random placement:apart,random \
    turn:greedy,random duel:value,random reroll:mean,never; do
    part=${change%%:*}
    values=${change#*:}
    gsim clash-arena --players $players --policies greedy,greedy --policy-$part $values -n 20k $q
  done
done > $here/advice.txt
