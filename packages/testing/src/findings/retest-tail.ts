/** Points before the new ones that are judged again with them; older changes are final. */
const TAIL = 100

/**
 * The changes of a series that has grown: earlier ones stay, and the detector looks at the tail alone, from the last
 * change that has TAIL points after it. A nightly series of years then costs as much as one of a few months.
 *
 * @param known changes that were found in the first `judged` points.
 */
export function retestTail(
  detector: (values: readonly number[]) => number[],
  values: readonly number[],
  { known, judged }: { known: readonly number[]; judged: number },
): number[] {
  const settled = known.filter((cut) => cut <= judged - TAIL)
  const start = settled.at(-1) ?? 0
  return [...settled, ...detector(values.slice(start)).map((cut) => start + cut)]
}
