import { questionText } from '@assay/domain/import/open-question'
import type { PreviewDimension, PreviewDocument, PreviewRun } from '@assay/domain/import/preview/preview-document'
import { formatProblem } from '@assay/domain/parse/problem'
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

/** Shows a preview as text: problems and questions, then a table of the runs. */
export async function writePreview({ runs, questions, problems }: PreviewDocument, io: CommandIo): Promise<void> {
  for (const { file, line, message } of problems) {
    const located = { file, message, ...(line === undefined ? {} : { line }) }
    await io.log.write(file === '' ? `${message}\n` : `${formatProblem(located)}\n`)
  }
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
  String(results.length),
]

const cellOf = ({ value, source }: PreviewDimension): string => (value === null ? '?' : `${value} (${source})`)
