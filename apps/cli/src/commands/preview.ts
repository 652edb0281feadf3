import { questionText } from '@assay/domain/import/open-question'
import type { PreviewDimension, PreviewDocument, PreviewRun } from '@assay/domain/import/preview/preview-document'
import { refusedSummary } from '@assay/domain/import/preview/refused-summary'
import { formatProblem } from '@assay/domain/parse/problem'
import { plural } from '@assay/domain/plural'
import type { CommandIo } from '../command-io.ts'
import { type ExitCode, PREVIEW_EXIT } from '../exit-code.ts'
import { previewInputs } from '../inputs/preview-inputs.ts'
import { textTable } from '../text-table.ts'
import { loadProfile } from './load-profile.ts'
import { overridesOf, type UnderstandFlags } from './shared-options.ts'

export type PreviewFlags = UnderstandFlags & { json?: boolean }

/** `assay preview`: shows the runs that files would become, without a network. */
export async function preview(paths: readonly string[], flags: PreviewFlags, io: CommandIo): Promise<ExitCode> {
  const profile = await loadProfile(flags.profile ?? 'archive')
  const document = await previewInputs(paths, { profile, overrides: overridesOf(flags) })
  if (flags.json === true) await io.out.write(`${JSON.stringify(document, null, 2)}\n`)
  else await writePreview(document, io)
  return exitCodeOf(document)
}

function exitCodeOf({ runs, questions, problems }: PreviewDocument): ExitCode {
  if (runs.length === 0 && questions.length === 0) return PREVIEW_EXIT.nothing
  if (problems.length > 0) return PREVIEW_EXIT.problems
  return questions.length > 0 ? PREVIEW_EXIT.questions : PREVIEW_EXIT.certain
}

const MAX_ANSWERS = 6

const COLUMNS = ['product', 'version', 'hardware', 'build', 'config', 'benchmark', 'workload', 'repeat'] as const

/** Maximum failed results that are listed. */
const MAX_FAILED = 20

/** Maximum ignored files that are listed. */
const MAX_IGNORED = 20

/** Shows a preview as text: problems, files that are left out, and questions, then a table of the runs. */
export async function writePreview(document: PreviewDocument, io: CommandIo): Promise<void> {
  const { runs, questions, problems, ignored } = document
  for (const { file, line, message } of problems) {
    const located = { file, message, ...(line === undefined ? {} : { line }) }
    await io.log.write(file === '' ? `${message}\n` : `${formatProblem(located)}\n`)
  }
  const refused = refusedSummary(document)
  if (refused !== '') await io.log.write(`${refused}\n`)
  if (runs.length > 0) await io.log.write(ignoredLines(ignored))
  await io.log.write(failedLines(runs))
  for (const { dimension: field, candidates, answers, affects, files } of questions) {
    const count = files?.length ?? affects.length
    const question = questionText({ field, candidates, runs: count, ...(files === undefined ? {} : { files }) })
    await io.log.write(`${question} Answer with --set ${answers.slice(0, MAX_ANSWERS).join(' or --set ')}.\n`)
  }
  if (runs.length > 0) await io.out.write(textTable(['run', ...COLUMNS, 'results'], runs.map(rowOf)))
}

const rowOf = ({ dimensions, results }: PreviewRun, index: number): string[] => [
  String(index),
  ...COLUMNS.map((column) => cellOf(dimensions[column])),
  resultsCell(results),
]

function resultsCell(results: PreviewRun['results']): string {
  const failed = results.filter(({ status }) => status === 'failed').length
  return failed === 0 ? String(results.length) : `${results.length} (${failed} failed)`
}

const cellOf = ({ value, source }: PreviewDimension): string => (value === null ? '?' : `${value} (${source})`)

/** The failed results with their reasons, one in a line. They are stored as failed and take part in no comparison. */
function failedLines(runs: PreviewDocument['runs']): string {
  const failed = runs.flatMap(({ results }) => results.filter(({ status }) => status === 'failed'))
  const lines = failed.slice(0, MAX_FAILED).map(({ test, clients, statusReason }) => {
    return `${test}, clients ${clients}: failed: ${statusReason ?? ''}\n`
  })
  const more = failed.length - MAX_FAILED
  return [...lines, ...(more > 0 ? [`${plural(more, 'more result')} failed.\n`] : [])].join('')
}

/** The files that are left out, one in a line; a preview without runs lists them among its problems. */
function ignoredLines(ignored: PreviewDocument['ignored']): string {
  const lines = ignored.slice(0, MAX_IGNORED).map(({ file, reason }) => `${file}: left out: ${reason}\n`)
  const more = ignored.length - MAX_IGNORED
  return [...lines, ...(more > 0 ? [`${plural(more, 'more file')} left out.\n`] : [])].join('')
}
