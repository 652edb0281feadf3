import { BENCHMARKS } from '../../benchmarks/registry.ts'
import { canonicalJson } from '../../json/canonical-json.ts'
import { quote } from '../../parse/quote.ts'
import { clientsOf } from '../clients-of.ts'
import { type Fields, fieldsOfRun, folderOf, repeatOf } from '../fields.ts'
import type { Benchmark, Format } from '../format.ts'
import { type ImportContext, type SourceFile, startImport } from '../import-context.ts'
import { addResults, type DraftResult, type RunDraft } from '../run-draft.ts'
import { stepFromFields, stepTest } from '../step-name.ts'
import type { AbnormalEnd } from './abnormal-end.ts'
import { clientsPrinted } from './clients-printed.ts'

/** An output that ends with the message that its program did not finish. */
export type StoppedOutput = {
  file: SourceFile
  end: AbnormalEnd
  benchmark: Benchmark | null
  /** True when the report before the message is whole, so that its results were read. */
  isWhole: boolean
}

/**
 * Reads an output that ends with such a message. A whole report is read and its result is marked as failed later. A
 * partial report gives a failed result, with its reason and without values.
 */
export function readStopped(
  context: ImportContext,
  { file, format, end }: { file: SourceFile; format: Format | undefined; end: AbnormalEnd },
): void {
  const before = withText(file, end.before)
  const benchmark = BENCHMARKS.find(({ formats }) => formats.some((one) => one === format)) ?? namedBenchmark(end, file)
  const whole = format === undefined ? 'partial' : triedReport(context, before, format, benchmark)
  if (whole !== 'partial') format?.read(context, before)
  // Next to a whole report, a message about another program is about a server or sampler that the script ended.
  if (whole === 'failed' || (whole === 'whole' && isOther(end, benchmark))) return
  const earlier = whole === 'partial' && format !== undefined ? earlierReports(before) : null
  if (earlier !== null) format?.read(context, withText(file, earlier))
  if (whole === 'partial' && benchmark?.addFailure !== undefined) {
    const rest = earlier === null ? end.before : end.before.slice(earlier.length)
    benchmark.addFailure(context, withText(file, rest), end.reason)
  } else context.stopped.push({ file: before, end, benchmark, isWhole: whole === 'whole' })
}

const withText = (file: SourceFile, text: string): SourceFile => ({ ...file, text })

const isOther = ({ program }: AbnormalEnd, benchmark: Benchmark | null): boolean =>
  program !== null &&
  /^[\w.-]+$/.test(program) &&
  benchmark !== null &&
  ![...(benchmark.programs ?? []), benchmark.name].some((one) => program.toLowerCase().startsWith(one.toLowerCase()))

/** The benchmark that the message or the first line of the output names. */
function namedBenchmark({ program, before }: AbnormalEnd, { name }: SourceFile): Benchmark | null {
  const opening = /\S.*/.exec(before.slice(0, 2_000))?.[0].replace(/^[+$#>] */, '') ?? ''
  const words = [program, /^(?:\S*\/)?([\w-]{2,40})(?: |:|$)/.exec(opening)?.[1], /^[A-Za-z_-]+/.exec(name)?.[0]]
  return (
    BENCHMARKS.find((one) =>
      words.some((word) => word != null && [one.name, ...(one.programs ?? [])].some((known) => isSame(known, word))),
    ) ?? null
  )
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** The state of the report before the message: whole, partial, or failed by its own words. */
function triedReport(
  { profile, overrides }: ImportContext,
  file: SourceFile,
  format: Format,
  benchmark: Benchmark | null,
): 'whole' | 'partial' | 'failed' {
  const trial = startImport({ profile, overrides, recorded: null })
  format.read(trial, file)
  const drafts = [...(benchmark?.finish?.(trial) ?? []), ...trial.runs.all()]
  const results = drafts.flatMap(({ results }) => results)
  const isRefused = [...trial.problems, ...drafts.flatMap(({ problems }) => problems)].some(
    ({ refusesRun }) => refusesRun === true,
  )
  if (isRefused || results.length === 0) return 'partial'
  return results.every(({ failure }) => failure !== undefined) ? 'failed' : 'whole'
}

/** The reports before the last line that equals the first one, which begins the report that was stopped. */
function earlierReports({ text }: SourceFile): string | null {
  const opening = /\S.*/.exec(text)?.[0] ?? ''
  const at = text.lastIndexOf(`\n${opening}\n`)
  return opening.length < 4 || at <= 0 || text.indexOf(opening) > at ? null : text.slice(0, at + 1)
}

/** Adds the failed results of the outputs that were stopped, to the runs of the other files of their folders. */
export function addStoppedOutputs(drafts: readonly RunDraft[], context: ImportContext): void {
  for (const stopped of context.stopped) {
    if (stopped.isWhole) markFailed(stopped, drafts, context)
    else addFailed(stopped, drafts, context)
  }
}

/** Marks the result of a file as failed. Results that a program printed before those of other tests stand. */
function markFailed({ file, end }: StoppedOutput, drafts: readonly RunDraft[], context: ImportContext): void {
  const own = (result: DraftResult) => result.location.path === file.path
  const found = drafts.flatMap(({ results }) => results.filter(own))
  const [first, ...others] = found
  if (first === undefined || others.some((other) => !isSameResult(other, first))) {
    const message = `${end.reason}, after ${found.length} results that were printed before; these are read`
    context.problems.push({ file: file.path, line: end.line, message })
    return
  }
  for (const draft of drafts) {
    const [result] = draft.results.filter(own)
    if (result === undefined) continue
    const failed = { ...result, failure: end.reason }
    draft.results = draft.results.filter((other) => !own(other))
    if (draft.results.some((other) => isSameResult(other, failed)))
      addRepeat(context, file, { draft, result: failed, repeat: repeatOfDraft(draft) + 1 })
    else draft.results.push(failed)
  }
}

/** Adds a failed repeat of a result that stands as a repeat of its own, so that the result stays. */
function addRepeat(
  { runs }: ImportContext,
  file: SourceFile,
  { draft, result, repeat }: { draft: RunDraft; result: DraftResult; repeat: number },
): void {
  const known = { ...file.directory.fields, ...file.named?.fields }
  const stated = ['product', 'version'].flatMap((field) => {
    const text = draft.fields[field]
    return text === undefined || known[field] !== undefined ? [] : [[field, text] as const]
  })
  const fields: Fields = {
    repeat: String(repeat),
    ...Object.fromEntries(stated),
    ...fieldsOfRun(file.named?.fields ?? {}),
  }
  runs.add(file, { benchmark: draft.benchmark, fields, results: [result] })
}

function addFailed(stopped: StoppedOutput, drafts: readonly RunDraft[], context: ImportContext): void {
  const { file, end } = stopped
  const sibling = siblingOf(stopped, drafts)
  const benchmark = stopped.benchmark?.name ?? sibling?.draft.benchmark
  if (benchmark === undefined) {
    context.ignored.push({ path: file.path, reason: `ends with ${quote(end.reason)}, and nothing names its benchmark` })
    return
  }
  const test = sibling?.test ?? testOfName(file)
  const clients = clientsPrinted(file.text) ?? namedClients(file) ?? sibling?.clients ?? clientsOf(context, file, null)
  if (clients === null) return
  const result: DraftResult = {
    test: { name: test.slice(0, 200), role: 'measured' },
    clients,
    params: sibling?.params ?? {},
    values: {},
    location: { path: file.path, line: end.line },
    failure: end.reason,
  }
  context.understood.push({ path: file.path, kind: benchmark })
  if (sibling === null) addAlone(context, stopped, { benchmark, result })
  else if (sibling.draft.results.some((other) => isSameResult(other, result)))
    addRepeat(context, file, { draft: sibling.draft, result, repeat: sibling.repeats + 1 })
  else addResults(sibling.draft, file, { results: [result] })
}

function addAlone(
  { runs }: ImportContext,
  { file, benchmark: known }: StoppedOutput,
  { benchmark, result }: { benchmark: string; result: DraftResult },
): void {
  const named = fieldsOfRun(file.named?.fields ?? {})
  const isStated = known?.product === undefined || { ...file.directory.fields, ...named }.product !== undefined
  const fields: Fields = { ...(isStated ? {} : { product: known.product }), ...named }
  runs.add(file, { benchmark, fields, results: [result] })
}

const isSameResult = (a: DraftResult, b: DraftResult): boolean =>
  a.test.name === b.test.name && a.clients === b.clients && canonicalJson(a.params) === canonicalJson(b.params)

const namedClients = ({ named, directory }: SourceFile): number | null => {
  const text = named?.fields.clients ?? directory.fields.clients
  return text === undefined || !/^\d{1,6}$/.test(text) || Number(text) < 1 ? null : Number(text)
}

/** The test that the file name states, else the name without numbers at its end. */
function testOfName({ named, name }: SourceFile): string {
  const step = stepFromFields(named?.fields ?? {})
  return step === null
    ? name.replace(/(?:\.(?:txt|log|out|json))+$/, '').replace(/[-_.]*\d*$/, '') || name
    : stepTest(step)
}

/** A run with the facts on which those of its results agree whose files have such a name; null where they differ. */
type Sibling = {
  draft: RunDraft
  repeats: number
  test: string | null
  clients: number | null
  params: DraftResult['params'] | null
}

/**
 * The run of the other outputs of the benchmark in the same folder. Names that differ in numbers only are preferred,
 * and an output of no known benchmark needs such a name.
 */
function siblingOf({ file, benchmark }: StoppedOutput, drafts: readonly RunDraft[]): Sibling | null {
  const folder = folderOf(file.path)
  const near = drafts.flatMap((draft) => {
    if ((benchmark !== null && draft.benchmark !== benchmark.name) || isOtherRun(file, draft)) return []
    const results = draft.results.filter(({ location }) => folderOf(location.path) === folder)
    return results.length === 0
      ? []
      : [{ draft, alike: results.filter(({ location }) => isAlike(location.path, file)) }]
  })
  const alike = near.filter((one) => one.alike.length > 0)
  const chosen = alike.length > 0 || benchmark === null ? alike : near
  const [first] = chosen.toSorted((a, b) => repeatOfDraft(a.draft) - repeatOfDraft(b.draft))
  const repeats = new Set(chosen.map(({ draft }) => repeatOfDraft(draft)))
  // Runs that differ in more than their repeat leave open which of them the output belongs to.
  if (first === undefined || repeats.size < chosen.length) return null
  const results = chosen.flatMap((one) => one.alike)
  return {
    draft: first.draft,
    repeats: Math.max(...repeats),
    test: agreed(results.map(({ test }) => test.name)),
    clients: agreed(results.map(({ clients }) => clients)),
    params:
      new Set(results.map(({ params }) => canonicalJson(params))).size === 1 ? (results[0]?.params ?? null) : null,
  }
}

const repeatOfDraft = ({ fields }: RunDraft): number => repeatOf(fields.repeat) ?? 1

const isAlike = (path: string, { plainPath }: SourceFile): boolean => masked(path) === masked(plainPath)
const masked = (path: string): string => path.replace(/^.*\//, '').replace(/\.gz$/, '').replace(/\d+/g, '#')

const agreed = <T>(values: readonly T[]): T | null => {
  const [first, ...others] = new Set(values)
  return first === undefined || others.length > 0 ? null : first
}

/** True when the name of the file states another fact than the run has, such as another repeat. */
const isOtherRun = ({ named }: SourceFile, draft: RunDraft): boolean =>
  Object.entries(fieldsOfRun(named?.fields ?? {})).some(
    ([field, text]) => draft.fields[field] !== undefined && draft.fields[field] !== text,
  )
