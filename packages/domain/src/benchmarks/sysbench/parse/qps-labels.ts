/** Labels of the 33 tests of the usual sysbench set in tables (FORMATS.md section 3). */
const LABELS: readonly string[] = [
  ...ranges('random-points', [10, 100, 1000]),
  ...ranges('read-only', [10, 100, 10000]),
  ...ranges('read-write', [10, 100]),
  ...[
    'hot-points point-query points-covered-pk points-covered-si points-notcovered-pk points-notcovered-si',
    'range-covered-pk range-covered-si range-notcovered-pk range-notcovered-si scan scan.warm',
    'read-only-count read-only-distinct read-only-order read-only-simple read-only-sum',
    'delete insert update-index update-inlist update-nonindex update-one update-zipf write-only',
  ].flatMap((names) => names.split(' ').flatMap((name) => ranges(name, [100]))),
]

/** Labels in hand-edited tables, which drop the range where a test has only one, and sometimes everywhere. */
const PLAIN: readonly string[] = LABELS.map((label) => label.replace(/_range=100$/, ''))

/**
 * True when a label at the end of a file without a final newline may be truncated.
 *
 * @param others the labels above it, which show whether the table prints ranges.
 */
export function mayBeCutLabel(label: string, others: readonly string[]): boolean {
  const known = others.some((other) => /_range=100$/.test(other)) ? LABELS : PLAIN
  return !known.includes(label) || known.some((longer) => longer !== label && longer.startsWith(label))
}

function ranges(test: string, of: readonly number[]): string[] {
  return of.map((range) => `${test}_range=${range}`)
}
