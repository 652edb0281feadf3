import { type OpenQuestion, questionText } from '@assay/domain/import/open-question'
import { formatProblem } from '@assay/domain/parse/problem'
import { plural } from '@assay/domain/plural'
import type { CommandIo } from '../command-io.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { type ImportedInputs, importInputs, isStopped, type Run } from '../inputs/import-inputs.ts'
import { formatUnderstood } from '../inputs/summary.ts'
import { loadProfile } from './load-profile.ts'
import { overridesOf, type UnderstandFlags } from './shared-options.ts'

/** `assay parse`: prints the upload documents, without a network. */
export async function parse(
  paths: readonly string[],
  flags: UnderstandFlags & { json?: boolean },
  io: CommandIo,
): Promise<ExitCode> {
  const understood = await importInputs(paths, {
    profile: await loadProfile(flags.profile ?? 'archive'),
    overrides: overridesOf(flags),
  })
  if (flags.json === true) await writeDocuments(acceptedRuns(understood, flags), io)
  else await io.out.write(formatUnderstood(understood))
  const code = await printProblems(understood, io)
  if (stopsUpload(understood, flags)) await io.log.write(stopMessage(understood, 'Nothing would be uploaded'))
  return code
}

/** True when files or runs are refused and nobody agreed that the others are stored without them. */
export const stopsUpload = (understood: ImportedInputs, { skipRefused }: UnderstandFlags): boolean =>
  isPartlyRefused(understood) && skipRefused !== true

/** True when a file or a run is left out because it is truncated or contradicts itself. */
export const isPartlyRefused = ({ refusedRuns, refusedFiles }: ImportedInputs): boolean =>
  refusedRuns + refusedFiles.length > 0

/** The runs that can be uploaded: none when one was refused, unless the flags skip refused runs. */
export const acceptedRuns = (understood: ImportedInputs, flags: UnderstandFlags): Run[] =>
  stopsUpload(understood, flags) ? [] : understood.runs

export function stopMessage(understood: ImportedInputs, consequence: string): string {
  const { refusedRuns, refusedFiles, runs, fileCount } = understood
  const others =
    runs.length === 0 ? '' : `, or pass --skip-refused to upload ${plural(runs.length, 'run')} without them`
  const files = `${refusedFiles.length} of ${plural(fileCount, 'file')}`
  const [what, count] = refusedRuns > 0 ? [plural(refusedRuns, 'run'), refusedRuns] : [files, refusedFiles.length]
  const of = refusedRuns > 0 && refusedFiles.length > 0 ? ` (${files})` : ''
  return `${consequence}, because ${what} ${count === 1 ? 'is' : 'are'} refused${of}: correct the files named above${others}.\n`
}

/**
 * Reports everything that was not understood with file and line, contradictions, and open questions with the flag that
 * answers them; a result without any run is reported too.
 */
export async function printProblems(understood: ImportedInputs, io: CommandIo): Promise<ExitCode> {
  const { problems, contradictions, questions, runs, fileCount } = understood
  for (const problem of [...problems, ...contradictions]) await io.log.write(`${formatProblem(problem)}\n`)
  for (const question of questions) await io.log.write(`${formatQuestion(question)}\n`)
  if (isStopped(understood)) {
    const isOfSeveralFolders = questions.some((question) => question.isOfSeveralFolders)
    await io.log.write(`${isOfSeveralFolders ? SEVERAL_MACHINES : ''}Stopped; nothing was sent.\n`)
    return EXIT.refused
  }
  if (problems.length === 0 && runs.length > 0) return EXIT.ok
  if (problems.length === 0) {
    await io.log.write(
      `No benchmark results were found in ${fileCount} files. assay parse --help lists the flags and profiles that help.\n`,
    )
  }
  return EXIT.refused
}

const MAX_ANSWERS = 6

const SEVERAL_MACHINES =
  'One NAME for all of these folders would make one machine of them: send each with its own NAME, or use @folder.\n'

function formatQuestion(question: OpenQuestion): string {
  const { field, file, candidates, answers } = question
  if (field !== 'hardware') {
    return `${file}: ${questionText(question)} Answer with --set ${answers.slice(0, MAX_ANSWERS).join(' or --set ')}.`
  }
  const answer = `Answer with --set ${field}=NAME (or --${field} NAME)`
  const folder =
    candidates[0] === undefined
      ? ''
      : `; --set ${field}=@folder takes the innermost of these folder names in the path of each run`
  return `${file}: ${questionText(question)} ${answer}${folder}.`
}

/** Writes one JSON array, one document at a time. */
async function writeDocuments(runs: readonly Run[], io: CommandIo): Promise<void> {
  for (const [index, { document }] of runs.entries()) {
    await io.out.write(`${index === 0 ? '[\n' : ',\n'}${JSON.stringify(document)}`)
  }
  await io.out.write(runs.length === 0 ? '[]\n' : '\n]\n')
}
