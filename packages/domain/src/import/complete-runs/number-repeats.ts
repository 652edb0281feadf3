import type { DraftResult, RunDraft } from '../run-draft.ts'
import { withoutLabels } from './labels-of-versions.ts'
import { nameSettings } from './name-settings.ts'
import { nameToggles } from './name-toggles.ts'
import { nameVariants } from './name-variants.ts'
import { numberShortRepeats } from './number-short-repeats.ts'
import { type CommonRun, factsKey, isCounter, isMovingVersion, isNumber, resultKey } from './run-evidence.ts'

/** Confidence of a repeat number that follows from the order of days or numbers in names. */
const ORDERED = 0.85

/**
 * The runs after repeats were numbered and files of the same run were joined, with the parts of paths that remain
 * unexplained.
 */
export type NumberedRuns = { runs: readonly CommonRun[]; merged: ReadonlyMap<RunDraft, RunDraft> }

/**
 * Numbers repeats by the days, counters or consecutive numbers in their paths, where all facts are equal and the same
 * results come again; runs of one folder without a result in common are one run. Numbers that are not consecutive may
 * be sizes, and two days of a branch are two programs: these stay unexplained.
 */
export function numberRepeats(all: readonly CommonRun[]): NumberedRuns {
  const runs = withoutPositions(
    nameVariants(
      withoutLabels(
        withoutNamesOfTests(numberShortRepeats(nameSettings(nameToggles(fromFirst(withoutClientsAsRepeats(all)))))),
      ),
    ),
  )
  const groups = Map.groupBy(
    runs,
    (run) => `${factsKey(run)} ${run.parts.filter((part) => !isOrder(part)).map(({ text }) => text)}`,
  )
  const merged = new Map<RunDraft, RunDraft>()
  const left = [...groups.values()].flatMap((group) => numberGroup(group, merged))
  return { runs: left, merged }
}

/** The runs with repeats from 1 on, where names count from 0: `iter_0`, `iter_1`. */
function fromFirst(runs: readonly CommonRun[]): readonly CommonRun[] {
  if (!runs.some(({ draft }) => draft.fields.repeat === '0')) return runs
  for (const { draft } of runs) {
    const { repeat } = draft.fields
    if (repeat !== undefined && draft.origins.repeat !== undefined)
      draft.fields = { ...draft.fields, repeat: String(Number(repeat) + 1) }
  }
  return runs
}

/**
 * The runs without repeats that are the number of their clients: `workloada-run-16` of 16 threads is the phase `run`. This
 * holds only when it is so in every run, and for more than the first two numbers.
 */
function withoutClientsAsRepeats(runs: readonly CommonRun[]): readonly CommonRun[] {
  const named = runs.filter(
    ({ draft: { fields, origins } }) => fields.repeat !== undefined && origins.repeat !== undefined,
  )
  const isClients = ({ draft: { fields, results } }: CommonRun) =>
    results.length > 0 && results.every(({ clients }) => String(clients) === fields.repeat)
  const isBeyondTwo = named.some(({ draft }) => Number(draft.fields.repeat) > 2)
  if (!isBeyondTwo || !named.every(isClients)) return runs
  for (const { draft } of named) {
    const { repeat: _, ...fields } = draft.fields
    const { repeat: __, ...origins } = draft.origins
    draft.fields = fields
    draft.origins = origins
  }
  return runs
}

/**
 * The runs without the parts of file names that stand for their tests: of files in one folder with all facts equal,
 * none has a test of another.
 */
function withoutNamesOfTests(runs: readonly CommonRun[]): CommonRun[] {
  const folders = Map.groupBy(runs, (run) => `${run.draft.dataset} ${factsKey(run)}`)
  const named = new Set([...folders.values()].filter(haveOwnTests).flat())
  return runs.map((run) => (named.has(run) ? { ...run, parts: run.parts.filter((part) => !isOfFile(part)) } : run))
}

/**
 * The runs without numbers that only put them in order: all have one, from 0 or 1 on, and each number stands for other
 * facts or another word, as in `01_mysql-8.0` and `02_mysql-8.4`, or `01_baseline` and `02_hugepages`.
 */
function withoutPositions(runs: readonly CommonRun[]): CommonRun[] {
  const ofAll = numbersOfAll(runs)
  const facts = Map.groupBy(runs, (run) => numbersOf(run, ofAll))
  const numbers = [...facts.keys()].map(Number).sort((a, b) => a - b)
  const [first = 2] = numbers
  const keys = [...facts.values()].map((ofNumber) => new Set(ofNumber.map(factsAndWords)))
  const isPosition =
    numbers.length > 1 &&
    !facts.has('') &&
    first <= 1 &&
    numbers.every((number, at) => number === first + at) &&
    keys.every((ofNumber) => ofNumber.size === 1) &&
    new Set(keys.flatMap((ofNumber) => [...ofNumber])).size === keys.length
  return isPosition ? runs.map((run) => ({ ...run, parts: run.parts.filter((part) => !isNumber(part)) })) : [...runs]
}

const factsAndWords = (run: CommonRun): string =>
  JSON.stringify([factsKey(run), run.parts.filter((part) => !isNumber(part)).map(({ text }) => text)])

/** Numbers that every run has, which put nothing in order. */
function numbersOfAll([first, ...others]: readonly CommonRun[]): ReadonlySet<string> {
  const numbers = first?.parts.filter(isNumber).map(({ text }) => text) ?? []
  return new Set(numbers.filter((number) => others.every(({ parts }) => parts.some(({ text }) => text === number))))
}

/** The only number among the parts of a run that not all runs have; empty where it has none or several. */
function numbersOf({ parts }: CommonRun, ofAll: ReadonlySet<string>): string {
  const [number, ...others] = parts.filter((part) => isNumber(part) && !ofAll.has(part.text))
  return number === undefined || others.length > 0 ? '' : number.text
}

/** True for several names of files of which none has a test of another. */
function haveOwnTests(runs: readonly CommonRun[]): boolean {
  const names = Map.groupBy(runs, ({ parts }) => JSON.stringify(parts.filter(isOfFile).map(({ text }) => text)))
  const tests = [...names.values()].flatMap((ofName) => [
    ...new Set(ofName.flatMap(({ draft }) => draft.results.map(({ test, likelyTest }) => likelyTest ?? test.name))),
  ])
  return names.size > 1 && new Set(tests).size === tests.length
}

const isOfFile = ({ reference }: CommonRun['parts'][number]): boolean => reference.startsWith('@file')

const isOrder = (part: CommonRun['parts'][number]): boolean => isNumber(part) || isCounter(part)

function numberGroup(group: readonly CommonRun[], merged: Map<RunDraft, RunDraft>): CommonRun[] {
  if (!hasSameResults(group)) return mergeByFolder(group.map(withoutCounters), merged, isConsistentOrder(group))
  if (!isOrdered(group)) return [...group]
  const seen = new Map<string, number>()
  const byRepeat = new Map<number, CommonRun[]>()
  for (const run of [...group].sort(byOrder)) {
    const keys = run.draft.results.map(resultKey)
    const repeat = 1 + Math.max(0, ...keys.map((key) => seen.get(key) ?? 0))
    for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1)
    run.draft.fields = { ...run.draft.fields, repeat: String(repeat) }
    const [from = ''] = [...run.draft.paths].sort()
    run.draft.origins = { ...run.draft.origins, repeat: { source: 'name', from, confidence: ORDERED } }
    byRepeat.set(repeat, [...(byRepeat.get(repeat) ?? []), withoutOrder(run)])
  }
  return [...byRepeat.values()].flatMap((ofRepeat) => mergeByFolder(ofRepeat, merged, true))
}

/** True when two of the runs hold the same result. */
function hasSameResults(group: readonly CommonRun[]): boolean {
  const keys = group.flatMap(({ draft }) => [...new Set(draft.results.map(resultKey))])
  return new Set(keys).size < keys.length
}

/** True when days, counters or numbers from 0 or 1 on put the runs in one order, and no name states their repeats. */
function isOrdered(group: readonly CommonRun[]): boolean {
  if (group.some((run) => run.draft.fields.repeat !== undefined || isMovingVersion(run))) return false
  const numbers = [...new Set(group.map(numberOf))].sort((a, b) => a - b)
  const hasNumbers = group.every(({ parts }) => parts.some(isNumber))
  const areConsecutive = numbers.every((number, at) => number === (numbers[0] ?? 0) + at) && (numbers[0] ?? 2) <= 1
  // One number that all runs have is no order.
  if (hasNumbers && numbers.length > 1 && !areConsecutive) return false
  const orders = group.map((run) => JSON.stringify([orderOf(run), run.draft.results.map(resultKey)]))
  return new Set(orders).size === group.length && group.every(({ parts, date }) => date !== '' || parts.some(isOrder))
}

const numberOf = ({ parts }: CommonRun): number => Number(parts.find(isNumber)?.text ?? 0)

const counterOf = ({ parts }: CommonRun): number => Number(parts.find(isCounter)?.text.replace(/\D/g, '') ?? 0)

const orderOf = (run: CommonRun) => [run.date, counterOf(run), numberOf(run)] as const

function byOrder(a: CommonRun, b: CommonRun): number {
  const [dateA, counterA, numberA] = orderOf(a)
  const [dateB, counterB, numberB] = orderOf(b)
  return dateA < dateB ? -1 : dateA > dateB ? 1 : counterA - counterB || numberA - numberB
}

/**
 * True when each test, or each test with its clients, has a number of its own: these only put the results in order, as in
 * `01_oltp_insert`.
 */
const isConsistentOrder = (group: readonly CommonRun[]): boolean =>
  hasNumberOfItsOwn(group, ({ test }) => test.name) || (hasCountedNumbers(group) && hasNumberOfItsOwn(group, resultKey))

function hasNumberOfItsOwn(group: readonly CommonRun[], keyOf: (result: DraftResult) => string): boolean {
  const keysOf = ({ draft }: CommonRun) => JSON.stringify(draft.results.map(keyOf))
  const pairs = new Set(group.map((run) => JSON.stringify([numberOf(run), keysOf(run)])))
  const numbers = new Set(group.map(numberOf))
  const keys = new Set(group.map(keysOf))
  return numbers.size > 1 && pairs.size === numbers.size && pairs.size === keys.size
}

/** True when the numbers count from 0 or 1 on. */
function hasCountedNumbers(group: readonly CommonRun[]): boolean {
  const numbers = [...new Set(group.map(numberOf))].sort((a, b) => a - b)
  return (numbers[0] ?? 2) <= 1 && numbers.every((number, at) => number === (numbers[0] ?? 0) + at)
}

const withoutOrder = (run: CommonRun): CommonRun => ({ ...run, parts: run.parts.filter((part) => !isOrder(part)) })

const withoutCounters = (run: CommonRun): CommonRun =>
  isMovingVersion(run) ? run : { ...run, parts: run.parts.filter((part) => !isCounter(part)) }

/** The runs of one folder as one; they have no result in common. */
function mergeByFolder(
  group: readonly CommonRun[],
  merged: Map<RunDraft, RunDraft>,
  isOrderOnly: boolean,
): CommonRun[] {
  const runs = isOrderOnly ? group.map(withoutOrder) : group
  const byFolder = new Map<string, CommonRun>()
  for (const run of runs) {
    const key = JSON.stringify([run.draft.dataset, run.parts.map(({ text }) => text)])
    const first = byFolder.get(key)
    if (first === undefined) byFolder.set(key, run)
    else {
      join(first.draft, run.draft)
      merged.set(run.draft, first.draft)
    }
  }
  return [...byFolder.values()]
}

function join(target: RunDraft, { results, paths, notes, problems, metrics, settings }: RunDraft): void {
  target.results = [...target.results, ...results]
  for (const path of paths) target.paths.add(path)
  target.notes.push(...notes)
  target.problems.push(...problems)
  target.metrics = [...new Set([...target.metrics, ...metrics])]
  target.settings ??= settings
}
