import type { RequiredFact } from '../facts/run-facts.ts'
import { folderOf, plainPathOf } from '../fields.ts'
import type { ImportContext } from '../import-context.ts'
import type { UndecodedName } from '../names/decode-common-name.ts'
import type { OpenQuestion } from '../open-question.ts'
import type { RunDraft } from '../run-draft.ts'
import { foldersLikeClients, numbersLikeClients } from './clients-in-paths.ts'
import { isShortRepeat } from './number-short-repeats.ts'
import { isOtherProduct } from './products-of-tools.ts'
import { type CommonRun, factsKey, isExplained, resultKey } from './run-evidence.ts'
import { versionsLikeClients } from './versions-in-paths.ts'

/** Dimensions of results, which a fact of their names need not state when the output states them. */
const OF_RESULTS: ReadonlySet<string> = new Set(['clients', 'test'])

/** The questions about each run that has some. */
export type QuestionsOfRuns = Map<RunDraft, OpenQuestion[]>

/**
 * Asks about every part of a path in which two files differ and that nothing decodes, about numbers of names that could be
 * clients, about tests that only the rest of a name could be, about facts whose spelling may mean several values, and about runs that state other values of one result.
 */
export function askAboutRuns(runs: readonly CommonRun[], context: ImportContext): QuestionsOfRuns {
  const questions: QuestionsOfRuns = new Map()
  const ask = ({ draft }: CommonRun, question: Omit<OpenQuestion, 'file' | 'runs'>) => {
    const [file = ''] = [...draft.paths].sort()
    questions.set(draft, [...(questions.get(draft) ?? []), { ...question, file, runs: 1 }])
  }
  const isSeveralFiles = context.evidence.size > 1
  const likeClients =
    context.overrides.version === undefined ? versionsLikeClients(runs.map(({ draft }) => draft)) : null
  const isInAll = partsOfAll(runs)
  const namedTests = foldersOfNamedTests(runs, context)
  const foldersInAll = commonTexts(runs.map(({ draft }) => foldersLikeClients(draft)))
  for (const run of runs) {
    for (const part of unexplainedParts(run, isInAll, context)) ask(run, aboutPart(part))
    for (const part of foldersLikeClients(run.draft)) {
      if (!foldersInAll.has(part.text) && !isExplained(part, run.draft, context)) ask(run, aboutPart(part))
    }
    for (const guess of testGuesses(run, context, isSeveralFiles))
      ask(run, aboutTest(guess, run, { isInAll, namedTests }))
    if (likeClients?.has(run.draft)) ask(run, aboutVersion(run))
    if (!isStated(context.overrides, 'product') && isOtherProduct(run.draft)) ask(run, aboutProduct(run))
    for (const question of aboutUncertain(run, context)) ask(run, question)
  }
  const contradicted = sameResults(runs.filter(({ draft }) => !questions.has(draft)))
  for (const group of Map.groupBy(contradicted, factsKey).values()) {
    const folders = differingFolders(group)
    for (const run of group) ask(run, aboutRepeat(run, folders))
  }
  return questions
}

const SEGMENT_FIELDS = ['config', 'hardware', 'workload', 'build', 'repeat', 'params.NAME', '_ignored']

const aboutPart = ({ reference, text }: UndecodedName): Omit<OpenQuestion, 'file' | 'runs'> => ({
  field: 'segment',
  candidates: [text],
  answers: SEGMENT_FIELDS.map((field) => `${field}=${reference}`),
})

/**
 * The question about a test that no output and no name states. The likely answer is the test whose queries the output
 * counts, where runs differ in the name, else the name. Scripts of sysbench have any name, so there it may be a config too.
 */
function aboutTest(
  guess: string,
  { draft, parts }: CommonRun,
  { isInAll, namedTests }: { isInAll: (text: string) => boolean; namedTests: ReadonlySet<string> },
): Omit<OpenQuestion, 'file' | 'runs'> {
  const [likely, ...others] = new Set(draft.results.map(({ likelyTest }) => likelyTest))
  const counted = likely === undefined || others.length > 0 ? [] : [`test=${likely}`]
  const isConfig = parts.some(({ reference, text }) => reference.startsWith('@file') && !isInAll(text))
  const isAnyScript = HAS_SCRIPTS.has(toolOf(draft.benchmark)) && !namedTests.has(draft.dataset)
  const [suggested = null] = isConfig || isAnyScript ? counted : ['test=@file']
  return {
    field: 'test',
    candidates: [guess],
    answers: [...counted, 'test=@file', 'test=NAME'],
    ...(suggested === null ? {} : { suggested }),
  }
}

/** The folders in which the name of a file states its test, so that other names there are tests too. */
const foldersOfNamedTests = (runs: readonly CommonRun[], { evidence }: ImportContext): ReadonlySet<string> =>
  new Set(
    runs.flatMap(({ draft: { dataset, results } }) =>
      results.some(({ location }) => evidence.get(location.path)?.confidence.test !== undefined) ? [dataset] : [],
    ),
  )

const aboutVersion = ({ draft: { fields } }: CommonRun): Omit<OpenQuestion, 'file' | 'runs'> => ({
  field: 'version',
  candidates: [fields.version ?? ''],
  answers: ['version=NAME'],
})

const aboutProduct = ({ draft: { fields } }: CommonRun): Omit<OpenQuestion, 'file' | 'runs'> => ({
  field: 'product',
  candidates: [fields.product ?? ''],
  answers: ['product=NAME'],
})

/**
 * The question about runs with other values of one result. A folder in which they differ may have been read as a fact that
 * their output contradicts, such as `client1` of an output with 40 clients, so it is a candidate too.
 */
function aboutRepeat(run: CommonRun, differing: ReadonlySet<number>): Omit<OpenQuestion, 'file' | 'runs'> {
  const folders = foldersOf(run)
  const at = folders.findIndex((_, position) => differing.has(position))
  const folder = at === -1 ? [] : [{ reference: `@segment${at === 0 ? '' : at + 1}`, text: folders[at] ?? '' }]
  const parts = run.parts.length > 0 ? run.parts : folder
  return {
    field: 'repeat',
    candidates: parts.map(({ text }) => text),
    answers: parts.flatMap(({ reference }) => SEGMENT_FIELDS.map((field) => `${field}=${reference}`)),
  }
}

/** The positions, the innermost first, at which the folders of some runs have different names. */
function differingFolders(runs: readonly CommonRun[]): ReadonlySet<number> {
  const all = runs.map(foldersOf)
  const depth = all.reduce((most, { length }) => Math.max(most, length), 0)
  const positions = Array.from({ length: depth }, (_, position) => position)
  return new Set(positions.filter((position) => new Set(all.map((folders) => folders[position])).size > 1))
}

/** The names of the folders of a run, the innermost first. */
function foldersOf({ draft: { paths } }: CommonRun): string[] {
  const [path = ''] = [...paths].sort()
  return plainPathOf(path).split('/').slice(0, -1).toReversed()
}

/** Finds, once for each text, whether every run has it as a part that nothing decodes. */
function partsOfAll(runs: readonly CommonRun[]): (text: string) => boolean {
  const known = new Map<string, boolean>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const isInAll = runs.every(({ undecoded }) => undecoded.has(text))
    known.set(text, isInAll)
    return isInAll
  }
}

/** The texts that every one of some lists of parts has. */
function commonTexts([first = [], ...others]: readonly (readonly UndecodedName[])[]): ReadonlySet<string> {
  const texts = first.map(({ text }) => text)
  return new Set(texts.filter((text) => others.every((parts) => parts.some((part) => part.text === text))))
}

function unexplainedParts(run: CommonRun, isInAll: (text: string) => boolean, context: ImportContext): UndecodedName[] {
  const isVersion = ({ text }: UndecodedName) => /^v\d$/i.test(text) && run.draft.fields.version === undefined
  const mayBeRepeat = ({ text }: UndecodedName) => isShortRepeat(text) || /^v[2-9]$/i.test(text)
  const differing = run.parts.filter((part) => (!isInAll(part.text) || mayBeRepeat(part)) && !isVersion(part))
  const numbers = numbersLikeClients(run.draft, context).filter((part) => !isExplained(part, run.draft, context))
  return [...new Map([...differing, ...numbers].map((part) => [part.text, part])).values()]
}

/**
 * Tests that were named after the rest of a file's name, where the output does not state them. The only file of an import
 * may have such a name, or one that states nothing, such as `out.txt`, but not one that only states other facts, such as
 * `mysql_128.log`.
 */
function testGuesses(
  { draft }: CommonRun,
  { evidence, overrides, corrected }: ImportContext,
  isSeveralFiles: boolean,
): string[] {
  const guesses = draft.results.flatMap(({ test, location }) => {
    const found = evidence.get(location.path)
    if (found === undefined || corrected.get(location.path)?.test !== undefined) return []
    const isRest = found.testGuess !== null && test.name === found.testGuess
    const isOnlyTool = toolOf(draft.benchmark) === toolOf(test.name) && !HAS_SCRIPTS.has(test.name)
    const isWhole = found.testGuess === null && found.statesNoTest && !isOnlyTool && isNameOf(test.name, location.path)
    return (isRest && isSeveralFiles) || (isWhole && (isSeveralFiles || found.statesOtherFact)) ? [test.name] : []
  })
  return overrides.fields?.test === undefined ? [...new Set(guesses)] : []
}

const toolOf = (name: string): string => name.replace(/[-_]benchmark$/i, '').toLowerCase()

/** Tools that run one of many scripts, so that their own name is no test. */
const HAS_SCRIPTS: ReadonlySet<string> = new Set(['sysbench', 'fio'])

/** True for a test that has the name of its file, without its ending and a number of clients. */
function isNameOf(test: string, path: string): boolean {
  const name = plainPathOf(path).split('/').at(-1) ?? ''
  return name.startsWith(test) && /^(?:[-_.]\d{1,6})?(?:\.[a-z]{1,8})?$/i.test(name.slice(test.length))
}

function aboutUncertain({ draft }: CommonRun, { evidence, overrides }: ImportContext) {
  const facts = draft.results.flatMap(({ location }) => evidence.get(location.path)?.uncertain ?? [])
  const open = facts.filter(({ field }) => {
    const isRequired = field === 'product' || field === 'version' || field === 'hardware'
    return !isRequired && !OF_RESULTS.has(field) && draft.fields[field] === undefined && !isStated(overrides, field)
  })
  return [...new Set(open.map(({ field }) => field))].map((field) => {
    const candidates = [...new Set(open.filter((fact) => fact.field === field).map(({ value }) => value))]
    return { field, candidates, answers: candidates.map((value) => `${field}=${value}`) }
  })
}

const isStated = (overrides: ImportContext['overrides'], field: string): boolean =>
  Object.hasOwn(overrides, field) || overrides.fields?.[field] !== undefined

/** Runs with all facts equal that hold the same result with another value. */
function sameResults(runs: readonly CommonRun[]): CommonRun[] {
  const first = new Map<string, { run: CommonRun; values: string }>()
  const found = new Set<CommonRun>()
  for (const run of runs) {
    const facts = factsKey(run)
    for (const result of run.draft.results) {
      const key = `${facts} ${resultKey(result)}`
      const values = JSON.stringify(Object.entries(result.values).sort())
      const before = first.get(key)
      if (before === undefined) first.set(key, { run, values })
      else if (before.run !== run && before.values !== values) found.add(before.run).add(run)
    }
  }
  return [...found]
}

/** The question about a fact that a run cannot be stored without, with what its names may mean as candidates. */
export function aboutRequired(fact: RequiredFact, draft: RunDraft, context: ImportContext): OpenQuestion {
  const [file = ''] = [...draft.paths].sort()
  const evidence = draft.results.map(({ location }) => context.evidence.get(location.path))
  const interpretations = evidence.flatMap((one) =>
    (one?.uncertain ?? [])
      .filter(({ field }) => field === fact)
      .flatMap(({ value, interpretations: all }) => all ?? [value]),
  )
  const clients = new Set(draft.results.map((result) => String(result.clients)))
  const undecoded = context.decoder
    .directoryOf(folderOf(file), plainPathOf(file).split('/').at(-1) ?? '')
    .undecoded.filter((text) => !clients.has(text))
  const ofFile = (evidence[0]?.parts ?? []).filter(({ reference }) => reference.startsWith('@file'))
  const candidates = fact === 'hardware' ? undecoded : [...new Set([...interpretations, ...undecoded])]
  return {
    field: fact,
    file,
    runs: 1,
    candidates: [...candidates, ...ofFile.map(({ text }) => text)],
    answers: [
      ...[...new Set(interpretations)].map((value) => `${fact}=${value}`),
      `${fact}=NAME`,
      ...(undecoded.length > 0 ? [`${fact}=@folder`] : []),
      ...ofFile.map(({ reference }) => `${fact}=${reference}`),
    ],
  }
}
