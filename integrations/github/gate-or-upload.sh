#!/usr/bin/env bash
# Stores the results of a branch, or compares those of a pull request; called by action.yml, which sets the variables.
set -euo pipefail

output() { echo "$1=$2" >> "$GITHUB_OUTPUT"; }

# Each line is one option with its value: `--hardware bench1`.
facts=()
while read -r option value; do
  if [ -n "$option" ]; then facts+=("$option"); fi
  if [ -n "$value" ]; then facts+=("$value"); fi
done <<< "$FACTS"

is_pull_request=false
case "$GITHUB_EVENT_NAME" in pull_request | pull_request_target) is_pull_request=true ;; esac
if [ "$MODE" = auto ]; then
  if [ "$is_pull_request" = true ]; then MODE=gate; else MODE=upload; fi
fi

if [ "$MODE" = upload ]; then
  assay push --yes "$RESULTS" --set "commit=$GITHUB_SHA" "${facts[@]}"
  output verdict stored
  output code 0
  exit 0
fi

options=(--base "$BASE" --rule "$RULE" --not-compared "$NOT_COMPARED")
if [ -n "$CANDIDATE" ]; then
  for name in $CANDIDATE; do options+=(--candidate "$name"); done
else
  options+=(--candidate "$RESULTS" --set "commit=$GITHUB_SHA" "${facts[@]}")
fi
while read -r budget; do
  if [ -n "$budget" ]; then options+=(--budget "$budget"); fi
done <<< "$BUDGETS"
if [ -n "$MAX_NOISE" ]; then options+=(--max-noise "$MAX_NOISE"); fi
if [ "$REPORT" = true ]; then options+=(--report); fi

report="$RUNNER_TEMP/assay-gate.md"
code=0
verdict=$(assay gate "${options[@]}" --output "$report") || code=$?
output verdict "$verdict"
output code "$code"
output report "$report"

case "$code:$FAIL_ON" in
  0:* | 1:never | 2:never | 4:never) exit 0 ;;
  1:* | 4:*) echo "::error title=Assay::$verdict: see the summary of this job" ;;
  2:inconclusive) echo '::error title=Assay::inconclusive: more repeats may decide' ;;
  2:*)
    echo '::warning title=Assay::inconclusive: more repeats may decide'
    exit 0
    ;;
  *) echo '::error title=Assay::There is no verdict; the log of this step says why.' ;;
esac
exit "$code"
