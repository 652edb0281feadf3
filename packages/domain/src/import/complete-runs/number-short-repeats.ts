import { type CommonRun, factsKey } from './run-evidence.ts'

/** A letter with a number that is a repeat in `r1`, `r2`, `r3`, and the family of a cloud machine in `r5`, `r6`. */
const SHORT_REPEAT = /^r(\d{1,2})$/i

/** Confidence of a repeat that a single letter names, where the numbers begin at the first repeat. */
const FROM_FIRST = 0.85

/** Maximum number that stands for a repeat without a first one beside it, such as a second repeat that is pushed later. */
const MAX_ALONE = 2

export const isShortRepeat = (text: string): boolean => SHORT_REPEAT.test(text)

/**
 * The runs with the repeats of names such as `r2`, where the runs with equal facts have a first repeat, or where the import
 * is of nothing but the first or second. All other such names stay parts that nothing decodes.
 */
export function numberShortRepeats(runs: readonly CommonRun[]): CommonRun[] {
  const numbers = new Set(runs.flatMap(shortRepeats))
  const isOnlyOne = numbers.size === 1 && [...numbers].every((number) => number <= MAX_ALONE)
  const groups = Map.groupBy(runs, (run) => JSON.stringify([factsKey(run), otherTexts(run)]))
  const numbered = [...groups.values()].filter(
    (group) => isOnlyOne || Math.min(...group.flatMap(shortRepeats), Number.POSITIVE_INFINITY) <= 1,
  )
  const sure = new Map(numbered.flatMap((group) => group.map((run) => [run, shiftOf(group)] as const)))
  return runs.map((run) => {
    const shift = sure.get(run)
    return shift === undefined ? run : withRepeat(run, shift)
  })
}

const shortRepeats = ({ parts }: CommonRun): number[] =>
  parts.flatMap(({ text }) => {
    const [, number] = SHORT_REPEAT.exec(text) ?? []
    return number === undefined ? [] : [Number(number)]
  })

/** The difference to repeats, which begin at 1, of numbers that begin at 0. */
const shiftOf = (group: readonly CommonRun[]): number => (group.flatMap(shortRepeats).includes(0) ? 1 : 0)

const otherTexts = ({ parts }: CommonRun): string[] =>
  parts.flatMap(({ text }) => (isShortRepeat(text) || /^\d+$/.test(text) ? [] : [text]))

function withRepeat(run: CommonRun, shift: number): CommonRun {
  const { draft, parts } = run
  const [number, ...others] = shortRepeats(run)
  if (number === undefined || others.length > 0 || draft.fields.repeat !== undefined) return run
  const [from = ''] = [...draft.paths].sort()
  draft.fields = { ...draft.fields, repeat: String(number + shift) }
  draft.origins = { ...draft.origins, repeat: { source: 'name', from, confidence: FROM_FIRST } }
  return { ...run, parts: parts.filter(({ text }) => !isShortRepeat(text)) }
}
