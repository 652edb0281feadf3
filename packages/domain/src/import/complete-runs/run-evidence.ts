import { canonicalJson } from '../../json/canonical-json.ts'
import { type Fields, plainPathOf, repeatOf } from '../fields.ts'
import type { ImportContext } from '../import-context.ts'
import type { UndecodedName } from '../names/decode-common-name.ts'
import { containsPath, isPathReference } from '../profile/corrections.ts'
import type { DraftResult, RunDraft } from '../run-draft.ts'

/** A part of a path; `endsName` marks a number that may belong to the word before it. */
export type UndecodedElement = UndecodedName & { endsName?: true }

/** A run whose names were read by common spellings, with the parts of its path that nothing decodes. */
export type CommonRun = {
  draft: RunDraft
  /** Parts that are neither its clients nor its test. */
  parts: readonly UndecodedElement[]
  /** All parts of its path that nothing decodes. */
  undecoded: ReadonlySet<string>
  /** The day in its path; empty without one. */
  date: string
}

/** The runs whose results all come from files that were read by common spellings. */
export function commonRuns(drafts: readonly RunDraft[], context: ImportContext): CommonRun[] {
  return drafts.flatMap((draft) => {
    const evidence = draft.results.map(({ location }) => context.evidence.get(location.path))
    const [first] = evidence
    if (first === undefined || evidence.some((one) => one === undefined)) return []
    const parts = first.parts.filter(
      (part) => !isStep(part, draft) && !isVersion(part, draft) && !isExplained(part, draft, context),
    )
    const undecoded = new Set(first.parts.map(({ text }) => text))
    return [{ draft, undecoded, parts: markNumbersOfNames(parts, draft), date: digitsOf(draft.fields._date) }]
  })
}

/** True for a part that a person stated to be a fact, or to mean nothing. */
export function isExplained({ text }: UndecodedName, draft: RunDraft, context: ImportContext): boolean {
  const { corrected, corrections, overrides } = context
  const [first = ''] = [...draft.paths].sort()
  const isNamed = corrections.some(
    ({ path, set }) => path?.includes(text) === true && isOfRun(set) && containsPath(plainPathOf(first), path),
  )
  if (isNamed) return true
  const values = [
    ...Object.values(corrected.get(first) ?? {}),
    ...statedTexts(overrides),
    ...referredTexts(overrides, { ...draft.fields, ...paramFields(draft) }),
  ]
  return values.some((value) => states(value, text))
}

/** True for a correction that states a fact of runs. The test and the clients of a file say nothing about parts of its path. */
const isOfRun = (set: Fields): boolean => Object.keys(set).some((field) => field !== 'test' && field !== 'clients')

/** True if a stated value contains a part as whole words: `box1` is not about a part `1` or `b`. */
const states = (value: string, text: string): boolean => ` ${wordsOf(value)} `.includes(` ${wordsOf(text)} `)
const wordsOf = (text: string): string =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')

const statedTexts = (overrides: ImportContext['overrides']): string[] =>
  Object.values(overrides).flatMap((value) => (typeof value === 'string' ? [value] : []))

/** The parameters of the results as fields of a name. */
const paramFields = ({ results: [first] }: RunDraft): Fields =>
  Object.fromEntries(Object.entries(first?.params ?? {}).map(([name, value]) => [`params.${name}`, String(value)]))

/** The values of fields that a person stated as a part of the path, as in `config=@folder`. */
const referredTexts = (overrides: ImportContext['overrides'], fields: Fields): string[] =>
  [...Object.entries(overrides), ...Object.entries(overrides.fields ?? {})].flatMap(([field, text]) => {
    const value = typeof text === 'string' && isPathReference(text) ? fields[field] : undefined
    return value === undefined ? [] : [value]
  })

const digitsOf = (text: string | undefined): string => (text ?? '').replace(/\D/g, '')

/** True for a part that says in other words which clients, parameters or test the results are of. */
function isStep({ text }: UndecodedName, { results }: RunDraft): boolean {
  const clients = new Set(results.map((result) => result.clients))
  const [, number] = /^(\d+)t?$/i.exec(text) ?? []
  const [, ofWord] = /^[a-z]+[-_]?(\d+)$/i.exec(text) ?? []
  const isOne = clients.size === 1
  const isClients =
    isOne && (clients.has(Number(number)) || (Number(ofWord) > MAX_COINCIDENCE && clients.has(Number(ofWord))))
  const words = text.split(/[-_. ]/)
  const areParams = (params: DraftResult['params']) =>
    statesParam(text, params) || words.every((word) => statesParam(word, params))
  if (isClients || results.every(({ params }) => areParams(params))) return true
  if (number !== undefined) return false
  return (
    results.length > 0 &&
    results.every(
      ({ test: { name }, likelyTest = name }) => likelyTest.split('_').includes(text) || isSameName(likelyTest, text),
    )
  )
}

/** True for two spellings of one name: `Workload A` and `workloada`. */
const isSameName = (one: string, other: string): boolean => plainName(one) === plainName(other)
const plainName = (name: string): string => name.toLowerCase().replace(/[-_. ]/g, '')

/** Maximum number that is an order or a count of something else as often as the parameter that has the same value. */
const MAX_COINCIDENCE = 16

/** True for the value of a parameter of the output, alone or after its option: `3000` and `s3000` of scale 3000. */
export function statesParam(text: string, params: DraftResult['params']): boolean {
  const [, option, number] = /^(?:([a-z]{1,12})[-_]?)?(\d{1,9})$/i.exec(text) ?? []
  if (number === undefined) return false
  return Object.entries(params).some(([name, value]) => {
    const isNamed = option !== undefined && option.length > 1 && name.startsWith(option.toLowerCase())
    return String(value) === String(Number(number)) && (isNamed || Number(number) > MAX_COINCIDENCE)
  })
}

/** True for the version with other marks between its numbers, as in `17-7`, where the output states 17.7. */
const isVersion = ({ text }: UndecodedName, { fields }: RunDraft): boolean =>
  /^\d+(?:[-_]\d+)+$/.test(text) && text.replaceAll(/[-_]/g, '.') === fields.version

/** A number that may put runs in order. */
export const isNumber = ({ text, endsName }: UndecodedElement): boolean => endsName !== true && /^\d{1,3}$/.test(text)

/** True for a number with a unit, such as 600s or 64GB, to which no number after it belongs. */
const isQuantity = ({ text }: UndecodedName): boolean => /^\d+(?:[a-z]{1,2}|min|sec|rows)$/i.test(text)

/** A word of a folder after which a number only counts: `results-2`, `run_3`. After any other word it may name a machine. */
const COUNTED_FOLDER =
  /^(?:results?|res|outputs?|out|logs?|runs?|data|tests?|bench(?:mark)?s?|raw|parts?|steps?|sets?|batch|samples?|rounds?|series|exp(?:eriment)?s?)$/i

/**
 * True for a number at the end of a folder's name after a word, such as `bench-pg-01` and `db02`, or after a word that only
 * counts and follows one that nothing decodes: `flush_log_2`.
 */
function endsFolder(path: string, number: string, names: readonly string[]): boolean {
  const folders = path.split('/').slice(0, -1)
  return folders.some((folder) => {
    const [whole = '', word = '', found] = /([a-z]+)[-_. ]?(\d+)$/i.exec(folder) ?? []
    if (found !== number) return false
    const before = folder.slice(0, folder.length - whole.length)
    return !COUNTED_FOLDER.test(word) || names.some((name) => name.length > 1 && before.includes(name))
  })
}

/** True for the number at the end of a name that begins with a word for repeats, such as `run-rw-1` and `iter_ssl_2`. */
const endsCountedName = (path: string, number: string): boolean =>
  path.split('/').some((name) => {
    const [, found] =
      /^(?:run|rep(?:eat)?|iter(?:ation)?|round|trial|pass)[-_.][a-z][a-z-_]*[-_.](\d{1,2})(?:\.[a-z]{1,8})*$/i.exec(
        name,
      ) ?? []
    return found === number
  })

/**
 * Marks numbers that end a word which nothing decodes, a version, or the name of a folder, as in `hopper-2`, `18.1-2` and
 * `bench-pg-01`: they may name a machine or a package.
 */
function markNumbersOfNames(parts: readonly UndecodedName[], { paths, fields }: RunDraft): UndecodedElement[] {
  const [path = ''] = [...paths].sort()
  const names = parts.filter((part) => !isNumber(part) && !isQuantity(part))
  const words = [...names.map(({ text }) => text), fields.version ?? '']
  const endsName = ({ text }: UndecodedName) =>
    words.some(
      (word) => word !== '' && ['-', '_', '.', ' '].some((separator) => path.includes(word + separator + text)),
    )
  const isOfName = (part: UndecodedName) =>
    !endsCountedName(path, part.text) &&
    (endsName(part) ||
      endsFolder(
        path,
        part.text,
        names.map(({ text }) => text),
      ))
  return parts.map((part) => (/^\d+$/.test(part.text) && isOfName(part) ? { ...part, endsName: true } : part))
}

/**
 * The number of a job of a build server, or a long number that only counts upwards. A shorter or a round one may be a size,
 * as in `gp3-16000`.
 */
export const isCounter = ({ text, endsName }: UndecodedElement): boolean =>
  /^(?:(?:build|job|pipeline|workflow|attempt|run|gha|ci|slurm|github|gitlab|actions|circleci|travis|buildkite|jenkins|teamcity|drone)[-_#]?\d{4,20}(?:_\d{1,6})?|o\d{5,12}|#\d{1,9})$/i.test(
    text,
  ) ||
  (endsName !== true && /^\d{7,20}$/.test(text) && !/000$/.test(text) && !Number.isInteger(Math.log2(Number(text))))

/** Facts of a run without the parts that only put runs in order. */
export function factsKey({ draft }: CommonRun): string {
  const facts = Object.entries(draft.fields).filter(([field]) => !field.startsWith('_') && !OF_A_STEP.has(field))
  return canonicalJson([draft.benchmark, { ...Object.fromEntries(facts), repeat: repeatOf(draft.fields.repeat) ?? '' }])
}

const OF_A_STEP: ReadonlySet<string> = new Set(['test', 'clients', 'phase', 'range'])

/** The coordinates of a result within its run. */
export const resultKey = ({ test, clients, params }: DraftResult): string => canonicalJson([test.name, clients, params])

/** True for versions whose code changes every day, so that builds of two days are two programs. */
export const isMovingVersion = ({ draft: { fields } }: CommonRun): boolean =>
  fields.commit === undefined &&
  /^(?:main|master|trunk|head|nightly|unstable|devel|latest|edge)|-stable$/i.test(fields.version ?? '')
