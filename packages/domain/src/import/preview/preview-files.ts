import { belowFolder, folderOf } from '../fields.ts'
import { type ImportFile, type ImportOptions, type ImportResult, importWithQuestions } from '../import-files.ts'
import { readName } from '../names/read-name.ts'
import { statedFields } from '../overrides.ts'
import { createPathDecoder } from '../profile/decode-path.ts'
import { withPlaceholders } from './placeholder.ts'
import type { PreviewDocument, PreviewQuestion, PreviewRun } from './preview-document.ts'
import { previewRun } from './preview-run.ts'

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
  return { runs, questions: [...askAbout(runs, options), ...open], imported }
}

const REQUIRED = ['product', 'version', 'hardware'] as const

/** One question for all runs that lack the same fact and have the same candidates for it. */
function askAbout(
  runs: readonly PreviewRun[],
  { profile, overrides = {}, above = '' }: ImportOptions,
): PreviewQuestion[] {
  const decoder = createPathDecoder(profile, statedFields(overrides), { above })
  const questions = new Map<string, PreviewQuestion>()
  for (const [index, { dimensions, files, results }] of runs.entries()) {
    const clients = new Set(results.map((result) => String(result.clients)))
    for (const dimension of REQUIRED) {
      if (dimensions[dimension].value !== null) continue
      const [file = ''] = files
      const { undecoded } = decoder.directory(folderOf(file))
      const names = undecoded.filter((text) => !clients.has(text))
      const candidates = [...new Set([...doubtfulValues(belowFolder(file, above), dimension), ...names])]
      const key = JSON.stringify([dimension, candidates])
      const before = questions.get(key)
      const answers = [`${dimension}=NAME`, ...candidates.map((value) => `${dimension}=${value}`)]
      questions.set(key, { dimension, candidates, answers, affects: [...(before?.affects ?? []), index] })
    }
  }
  return [...questions.values()]
}

/** Values that a part of the path may mean and that are not certain, or contradict each other; the innermost first. */
function doubtfulValues(path: string, dimension: string): string[] {
  const facts = path
    .split('/')
    .toReversed()
    .flatMap((segment) => readName(segment).facts)
  return facts.filter(({ field }) => field === dimension).map(({ value }) => value)
}
