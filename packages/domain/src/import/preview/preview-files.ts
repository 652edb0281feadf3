import { belowFolder, folderOf } from '../fields.ts'
import { type ImportFile, type ImportOptions, type ImportResult, importWithQuestions } from '../import-files.ts'
import { readName } from '../names/read-name.ts'
import { statedFields } from '../overrides.ts'
import { createPathDecoder } from '../profile/decode-path.ts'
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
  const imported = importWithQuestions(files, { ...options, profile: withPlaceholders(options.profile) })
  const runs = imported.documents.flatMap((document, index) => {
    const origins = imported.origins.get(index)
    return origins === undefined ? [] : [previewRun(document, imported.sources.get(index) ?? [], origins)]
  })
  const open = imported.questions.map(({ field, candidates, answers, affects, files: about }): PreviewQuestion => {
    const question = { dimension: field, candidates: [...candidates], answers: [...answers], affects: [...affects] }
    return about === undefined ? question : { ...question, files: [...about] }
  })
  const decoder = createPathDecoder(options.profile, statedFields(options.overrides ?? {}), {
    above: options.above ?? '',
  })
  return { ...suggestAnswers([...askAbout(runs, options, decoder), ...open], runs, decoder), imported }
}

const REQUIRED = ['product', 'version', 'hardware'] as const

/** A question while it is collected: its candidates, and those of them that all of its runs have. */
type Collected = { dimension: string; candidates: Set<string>; ofAll: readonly string[]; affects: number[] }

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
      const candidates = [...new Set([...doubtfulValues(belowFolder(file, above), dimension), ...names])]
      const key = JSON.stringify(dimension === 'hardware' ? [dimension] : [dimension, candidates])
      const known = questions.get(key)
      if (known === undefined)
        questions.set(key, { dimension, candidates: new Set(candidates), ofAll: candidates, affects: [index] })
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
function questionOf({ dimension, candidates, ofAll, affects }: Collected): PreviewQuestion {
  const isOfParts = ofAll.length < candidates.size
  const answers = [
    `${dimension}=NAME`,
    ...(isOfParts ? [`${dimension}=@folder`] : []),
    ...ofAll.map((value) => `${dimension}=${value}`),
  ]
  return { dimension, candidates: [...candidates], answers, affects }
}

/** Values that a part of the path may mean and that are not certain, or contradict each other; the innermost first. */
function doubtfulValues(path: string, dimension: string): string[] {
  const facts = path
    .split('/')
    .toReversed()
    .flatMap((segment) => readName(segment).facts)
  return facts.filter(({ field }) => field === dimension).map(({ value }) => value)
}
