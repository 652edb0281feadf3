import { questionText } from '@assay/domain/import/open-question'
import type { ImportOverrides } from '@assay/domain/import/overrides'
import { formatProblem, type Problem } from '@assay/domain/parse/problem'
import { plural } from '@assay/domain/plural'
import { err, invariant, ok, type Result } from '@assay/domain/result'
import type { OnConflict } from '@assay/domain/run/on-conflict'
import type { UploadAttachment } from '@assay/domain/run/upload-document'
import type { ProjectAccess } from '../access/resolve-access.ts'
import { storeContent } from '../attachments/store-attachments.ts'
import { type AppError, appError, type ErrorLocation } from '../errors.ts'
import type { UnpackBudget } from '../http/unpack-budget.ts'
import { checkUpload, type Receipt, uploadRun } from '../runs/upload-run.ts'
import type { Services } from '../services.ts'
import type { ImportOutput } from './import-task.ts'
import { textOfUpload, type UploadText, unpackText } from './packed-files.ts'
import type { RawFile } from './read-archive.ts'
import { readTexts } from './read-texts.ts'

export type Overrides = ImportOverrides

const MAX_LOCATIONS = 100
const MAX_ANSWERS = 6
/** Facts that have a parameter of their own; others are stated with `set`. */
const OWN_PARAMETERS: ReadonlySet<string> = new Set(['product', 'version', 'hardware'])

/** Outcome of a raw upload: a receipt per run, the problems, and the ignored files. */
export type RawUploadReceipt = {
  runs: Receipt[]
  problems: Problem[]
  ignored: { path: string; reason: string }[]
}

type RawUpload = {
  files: readonly RawFile[]
  /** Counts what is unpacked together with the rest of the request. */
  budget: UnpackBudget
  /** A valid import profile. */
  profileYaml: string
  overrides: Overrides
  skipRefused: boolean
  onConflict: OnConflict
  /** Stops the parsing when the sender has disconnected. */
  signal?: AbortSignal
}

/**
 * Parses raw benchmark output and stores each run that was understood, with its raw files (secrets removed). Unknown
 * lines are reported by file and line, and the rest is imported; each run is stored completely or not at all.
 *
 * Errors, after which nothing is stored: `question-open` when nothing names the machine, `results-contradict` when
 * files state facts that cannot all be true, `nothing-understood` when no file contained a run, `run-refused` when
 * values of a run contradict each other or are truncated, `result-conflict` when a run has other values than stored
 * results with its dimensions, `too-heavy` when parsing exceeds its limits.
 *
 * @param skipRefused stores the other runs when one is refused.
 * @param onConflict how to store results whose dimensions are stored with other values; `stop` refuses the upload.
 */
export async function uploadRaw(
  services: Services,
  access: ProjectAccess,
  { files, budget, profileYaml, overrides, skipRefused, onConflict, signal }: RawUpload,
): Promise<Result<RawUploadReceipt, AppError>> {
  const read = await readTexts(files, budget, { workers: services.workers, key: access.project.id, signal })
  if (!read.ok) return read
  const { texts, problems, isSmall } = read.value
  const work = { files: texts, profileYaml, overrides, onConflict }
  const parsed = await services.workers.run('import-files', work, { key: access.project.id, isSmall, signal })
  if (!parsed.ok) return parsed
  const imported = parsed.value
  problems.push(...imported.problems)
  const stop = stopOf(imported)
  if (stop !== null) return err(stop)
  const refused = imported.refusedRuns + imported.refusedFiles.length > 0 ? refusedError(imported, problems) : null
  if (refused !== null && (!skipRefused || imported.documents.length === 0)) return err(refused)
  if (imported.documents.length === 0) {
    const detail =
      problems[0] === undefined
        ? 'No file is output of a known benchmark. docs/formats.md lists the formats; map other CSV or JSON as in docs/csv.md.'
        : `${problems[0].file}: ${problems[0].message}`
    return err(appError('nothing-understood', `${detail} Nothing was stored.`, problems.slice(0, 100)))
  }
  const conflict = await findConflict(access, imported, onConflict)
  if (conflict !== null) return err(conflict)
  const storeFile = rawFileStore(services, access, texts)
  const runs: Receipt[] = []
  for (const [index, text] of imported.documents.entries()) {
    const document: object = JSON.parse(await unpackText(text))
    const paths = imported.sources.get(index) ?? []
    const attachments: UploadAttachment[] = []
    for (const path of paths) attachments.push(await storeFile(path))
    const stored = await uploadRun(services, access, {
      input: attachments.length === 0 ? document : { ...document, attachments },
      onConflict,
    })
    if (stored.ok) runs.push(stored.value)
    else problems.push({ file: paths[0] ?? 'upload', message: stored.error.detail })
  }
  if (runs.length === 0)
    return err(appError('nothing-understood', `${problems.at(-1)?.message}`, problems.slice(0, 100)))
  return ok({
    runs,
    problems: problems.map(({ refusesRun: _refuses, ...problem }) => problem),
    ignored: imported.ignored,
  })
}

/** Returns the error for the first contradiction; its list of pointers has all of them. */
function refusedError({ refusedRuns, refusedFiles, documents }: ImportOutput, problems: readonly Problem[]): AppError {
  const refusals = problems.filter(({ refusesRun }) => refusesRun === true)
  const [first] = refusals
  const where = first === undefined ? '' : `${formatProblem(first)}. `
  const others =
    documents.length === 0 ? '' : ` skipRefused=true stores ${plural(documents.length, 'run')} without them.`
  return appError(
    'run-refused',
    `${where}Refused: ${plural(refusedRuns, 'run')}, ${plural(refusedFiles.length, 'file')}. Nothing was stored.${others}`,
    refusals.slice(0, 100).map(({ refusesRun: _refuses, ...location }) => location),
  )
}

/** Returns the error of an import that stopped; null when it did not. */
function stopOf({ contradictions, questions }: ImportOutput): AppError | null {
  const [first] = contradictions
  if (first !== undefined) {
    const where = first.line === undefined ? first.file : `${first.file}:${first.line}`
    const detail = `${where}: ${first.message} Nothing was stored.`
    return appError('results-contradict', detail, contradictions.slice(0, 100))
  }
  const [question] = questions
  if (question === undefined) return null
  const { field } = question
  const same = questions.filter((one) => one.field === field)
  const runs = same.reduce((sum, one) => sum + one.runs, 0)
  const candidates = [...new Set(same.flatMap((one) => one.candidates))]
  const answer = OWN_PARAMETERS.has(field)
    ? `Answer with the parameter ${field}=NAME, or ${field}=@folder for the innermost of these`
    : `Answer with the parameter set=${question.answers.slice(0, MAX_ANSWERS).join(' or set=')}`
  const one = question.isOfSeveralFolders ? ' One NAME assigns all of them to one machine.' : ''
  const detail = `${questionText({ field, runs, candidates })} ${answer}.${one} Nothing was stored.`
  const locations = questions.slice(0, 100).map((each) => ({ file: each.file, message: questionText(each) }))
  return {
    ...appError('question-open', detail, locations),
    questions: questions.slice(0, 100).map(({ affects: _, isOfSeveralFolders: _several, ...each }) => ({
      ...each,
      answers: [...each.answers],
      parameter: OWN_PARAMETERS.has(each.field) ? each.field : 'set',
    })),
  }
}

/** Checks all runs before the first is stored, so that a conflict in the last one leaves none of them behind. */
async function findConflict(
  access: ProjectAccess,
  { documents, sources, conflicts }: ImportOutput,
  onConflict: OnConflict,
): Promise<AppError | null> {
  const within = conflictsWithin(conflicts, sources)
  if (within !== null) return within
  const errors: AppError[] = []
  const locations: ErrorLocation[] = []
  for (const [index, document] of documents.entries()) {
    const error = await checkUpload(access, { input: JSON.parse(await unpackText(document)), onConflict })
    if (error?.code !== 'result-conflict') continue
    errors.push(error)
    const file = sources.get(index)?.[0] ?? 'upload'
    locations.push(...(error.places ?? []).map(({ message }) => ({ file, message })))
  }
  const [first] = errors
  if (first === undefined) return null
  const others = errors.length - 1
  const more = others > 0 ? ` ${others} more of the ${documents.length} runs are in conflict, too.` : ''
  return appError('result-conflict', `${first.detail}${more}`, locations.slice(0, MAX_LOCATIONS))
}

/** Returns the error for two runs of one upload with different values for one result; null without such runs. */
function conflictsWithin(conflicts: ImportOutput['conflicts'], sources: ImportOutput['sources']): AppError | null {
  const locations = conflicts.map(({ first, second, test, clients, metric, values }) => ({
    file: sources.get(second)?.[0] ?? 'upload',
    message: `${metric} of ${test} at ${clients} clients is ${values[1]}, but ${values[0]} in ${sources.get(first)?.[0] ?? 'another file'}`,
  }))
  const [location] = locations
  if (location === undefined) return null
  const detail = `${location.file}: ${location.message}. Nothing was stored. State the difference of the runs, or send them with onConflict=repeat.`
  return appError('result-conflict', detail, locations.slice(0, MAX_LOCATIONS))
}

/**
 * Stores raw files with the runs, each once although several runs may reference it. The hash is that of the unpacked
 * text without secrets, so a .gz copy is the same content.
 */
function rawFileStore(
  services: Services,
  { project }: ProjectAccess,
  texts: readonly UploadText[],
): (path: string) => Promise<UploadAttachment> {
  const byPath = new Map(texts.map((file) => [file.path, file]))
  const stored = new Map<string, UploadAttachment>()
  return async (path) => {
    const known = stored.get(path)
    if (known !== undefined) return known
    const file = byPath.get(path)
    invariant(file !== undefined, 'runs are made of files of the upload')
    const content = await storeContent(services, project.id, Buffer.from(await textOfUpload(file), 'utf8'))
    const attachment = { name: path.replace(/\.(?:gz|zst)$/, ''), ...content, mediaType: 'text/plain' }
    stored.set(path, attachment)
    return attachment
  }
}
