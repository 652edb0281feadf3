/** Number of earlier points that are judged again with new ones; changes before them are final. */
const TAIL = 100

/**
 * The changes of a series that has grown: earlier ones stay, and the detector reads only the tail, from the last change
 * that has TAIL points after it. A nightly series over years then costs as much as one over a few months.
 *
 * @param known changes that were found in the first `judged` points.
 */
export function retestTail(
  detector: (values: readonly number[]) => number[],
  values: readonly number[],
  { known, judged }: { known: readonly number[]; judged: number },
): number[] {
  const confirmed = known.filter((cut) => cut <= judged - TAIL)
  const start = confirmed.at(-1) ?? 0
  return [...confirmed, ...detector(values.slice(start)).map((cut) => start + cut)]
}
