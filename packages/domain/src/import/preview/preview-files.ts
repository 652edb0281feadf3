import { belowFolder, folderOf, plainPathOf } from '../fields.ts'
import { type ImportFile, type ImportOptions, type ImportResult, importWithQuestions } from '../import-files.ts'
import { isReleaseOf } from '../names/product-names.ts'
import { readName } from '../names/read-name.ts'
import { statedFields } from '../overrides.ts'
import { type Correction, undecodedOfName } from '../profile/corrections.ts'
import { createPathDecoder } from '../profile/decode-path.ts'
import { correctionsOfAnswer } from './corrections-for.ts'
import { withPlaceholders } from './placeholder.ts'
import type { PreviewDocument, PreviewQuestion, PreviewRun } from './preview-document.ts'
import { previewRun } from './preview-run.ts'
import { suggestAnswers } from './suggest-answers.ts'

/** The runs of a preview, and the import that they are from. Its documents may hold placeholders: never store them. */
export type PreviewedFiles = Pick<PreviewDocument, 'questions'> & { runs: PreviewRun[]; imported: ImportResult }

/**
 * Shows the runs that files would become. Runs that lack product, version or machine are shown too, with a question for
 * each missing fact.
 */
export function previewFiles(files: Iterable<ImportFile>, options: ImportOptions): PreviewedFiles {
  const imported = importAssumed([...files], { ...options, profile: withPlaceholders(options.profile) })
  const runs = imported.documents.flatMap((document, index) => {
    const origins = imported.origins.get(index)
    return origins === undefined ? [] : [previewRun(document, imported.sources.get(index) ?? [], origins)]
  })
  const open = imported.questions.map(
    ({ field, candidates, answers, affects, files: about, suggested }): PreviewQuestion => ({
      dimension: field,
      candidates: [...candidates],
      answers: [...answers],
      affects: [...affects],
      ...(about === undefined ? {} : { files: [...about] }),
      ...(suggested === undefined ? {} : { suggested }),
    }),
  )
  const decoder = createPathDecoder(options.profile, statedFields(options.overrides ?? {}), {
    above: options.above ?? '',
  })
  return { ...suggestAnswers([...askAbout(runs, options, decoder), ...open], runs, decoder), imported }
}

/**
 * The import with likely answers to questions about files that give no run before they are answered, so that their runs are
 * shown and asked about at once. These questions stay open.
 */
function importAssumed(files: readonly ImportFile[], options: ImportOptions): ImportResult {
  const imported = importWithQuestions(files, options)
  const assumed = imported.questions.filter(({ field, suggested }) => field === 'clients' && suggested !== undefined)
  if (assumed.length === 0) return imported
  const corrections = assumed.flatMap((question) => correctionsOfFiles(question))
  const { profile } = options
  const shown = importWithQuestions(files, {
    ...options,
    profile: { ...profile, corrections: [...profile.corrections, ...corrections] },
  })
  const affected = assumed.map((question) => {
    const own = new Set(question.files)
    const runs = [...shown.sources].flatMap(([run, paths]) => (paths.some((path) => own.has(path)) ? [run] : []))
    return { ...question, affects: runs }
  })
  return { ...shown, questions: [...affected, ...shown.questions] }
}

function correctionsOfFiles({ files = [], suggested = '' }: ImportResult['questions'][number]): Correction[] {
  const at = suggested.indexOf('=')
  const set = { [suggested.slice(0, at)]: suggested.slice(at + 1) }
  return correctionsOfAnswer({ runs: [] }, { dimension: '', candidates: [], affects: [], files: [...files] }, set)
}

const REQUIRED = ['product', 'version', 'hardware'] as const

/** A question while it is collected: its candidates, and those of them that all of its runs have. */
type Collected = {
  dimension: string
  candidates: Set<string>
  ofAll: readonly string[]
  affects: number[]
  suggested: string | null
}

/**
 * One question for all runs that lack the same fact and have the same candidates for it. Runs without a machine share one
 * question, because most folders are of one machine.
 */
function askAbout(
  runs: readonly PreviewRun[],
  { above = '' }: ImportOptions,
  decoder: ReturnType<typeof createPathDecoder>,
): PreviewQuestion[] {
  const questions = new Map<string, Collected>()
  for (const [index, { dimensions, files, results }] of runs.entries()) {
    const clients = new Set(results.map((result) => String(result.clients)))
    for (const dimension of REQUIRED) {
      if (dimensions[dimension].value !== null) continue
      const [file = ''] = files
      const { undecoded } = decoder.directory(folderOf(file))
      const names = undecoded.filter((text) => !clients.has(text))
      const versions =
        dimension === 'version' ? versionsIn([...names, ...namesOfFile(file)], dimensions.product.value) : []
      const candidates = [...new Set([...doubtfulValues(belowFolder(file, above), dimension), ...versions, ...names])]
      const key = JSON.stringify(dimension === 'hardware' ? [dimension] : [dimension, candidates])
      const known = questions.get(key)
      const suggested = versions.length === 1 ? `version=${versions[0]}` : null
      if (known === undefined)
        questions.set(key, {
          dimension,
          candidates: new Set(candidates),
          ofAll: candidates,
          affects: [index],
          suggested,
        })
      else addRun(known, index, candidates)
    }
  }
  return [...questions.values()].map(questionOf)
}

function addRun(question: Collected, index: number, candidates: readonly string[]): void {
  question.affects.push(index)
  for (const value of candidates) question.candidates.add(value)
  question.ofAll = question.ofAll.filter((value) => candidates.includes(value))
}

/** The question with its answers. A candidate of some of its runs is no answer for all; a part of their paths is. */
function questionOf({ dimension, candidates, ofAll, affects, suggested }: Collected): PreviewQuestion {
  const isOfParts = ofAll.length < candidates.size
  const answers = [
    `${dimension}=NAME`,
    ...(isOfParts ? [`${dimension}=@folder`] : []),
    ...ofAll.map((value) => `${dimension}=${value}`),
  ]
  return { dimension, candidates: [...candidates], answers, affects, ...(suggested === null ? {} : { suggested }) }
}

const namesOfFile = (path: string): readonly string[] => undecodedOfName(plainPathOf(path).split('/').at(-1) ?? '')

/** A change to a program under review, whose build has no other version: `pr-1421`. */
const CHANGE = /^(?:pr|mr|pull|merge)[-_#]?\d{1,6}$/i

/** The parts of a path that are numbers of releases of a known product, or else those of a change to it. */
function versionsIn(parts: readonly string[], product: string | number | null): string[] {
  if (typeof product !== 'string') return []
  const numbers = parts.flatMap((text) => /^v?(\d{1,4}(?:\.\d{1,3}){0,3})$/i.exec(text)?.[1] ?? [])
  const releases = [...new Set(numbers)].filter((number) => isReleaseOf(product, number))
  return releases.length > 0 ? releases : [...new Set(parts.filter((text) => CHANGE.test(text)))]
}

/** Values that a part of the path may mean and that are not certain, or contradict each other; the innermost first. */
function doubtfulValues(path: string, dimension: string): string[] {
  const facts = path
    .split('/')
    .toReversed()
    .flatMap((segment) => readName(segment).facts)
  return facts.filter(({ field }) => field === dimension).map(({ value }) => value)
}
