import type { ImportOverrides } from '@assay/domain/import/overrides'
import { correctionsFor } from '@assay/domain/import/preview/corrections-for'
import type { PreviewDocument, PreviewQuestion } from '@assay/domain/import/preview/preview-document'
import type { ImportProfile } from '@assay/domain/import/profile'
import { plural } from '@assay/domain/plural'
import type { CommandIo } from '../command-io.ts'
import { previewInputs } from '../inputs/preview-inputs.ts'
import type { Destination } from '../spool/spool-entry.ts'
import { writePreview } from './preview.ts'

/** Candidates that a question lists with a number. */
const MAX_CANDIDATES = 9

/**
 * Shows the preview to the person at a terminal, asks the open questions and for confirmation. Without a terminal it asks
 * nothing.
 *
 * @returns the profile with the answers as corrections; null when the person stopped.
 */
export async function confirmPush(
  paths: readonly string[],
  {
    profile: given,
    overrides,
    destination,
  }: { profile: ImportProfile; overrides: ImportOverrides; destination: Destination },
  io: CommandIo,
): Promise<ImportProfile | null> {
  const { ask } = io
  if (ask === null) return given
  let profile = given
  for (;;) {
    const preview = await previewInputs(paths, { profile, overrides })
    const { runs, questions } = preview
    if (runs.length === 0 && questions.length === 0) return profile // The push reports why nothing was read.
    await writePreview(preview, io)
    const [question] = questions
    if (question === undefined) {
      return (await isConfirmed(preview, destination, ask)) ? profile : stopped(io)
    }
    const answer = readAnswer(await ask(questionLine(question)), question)
    if (answer === null) return stopped(io)
    const added = correctionsFor(runs, question.affects, { [question.dimension]: answer })
    profile = { ...profile, corrections: [...profile.corrections, ...added] }
  }
}

async function stopped(io: CommandIo): Promise<null> {
  await io.log.write('Stopped; nothing was sent.\n')
  return null
}

async function isConfirmed(
  { runs }: PreviewDocument,
  { project, server }: Destination,
  ask: NonNullable<CommandIo['ask']>,
): Promise<boolean> {
  const line = await ask(`Upload ${plural(runs.length, 'run')} to ${project} at ${server}? [Y/n] `)
  return line !== null && /^(?:y(?:es)?)?$/i.test(line.trim())
}

function questionLine({ dimension, candidates, affects }: PreviewQuestion): string {
  const name = dimension === 'hardware' ? 'machine' : dimension
  const listed = candidates.slice(0, MAX_CANDIDATES).map((candidate, at) => `  ${at + 1}  ${candidate}\n`)
  const how = listed.length === 0 ? 'A name' : 'A number or another name'
  return `Which ${name} do ${plural(affects.length, 'run')} have?\n${listed.join('')}${how} (empty: stop): `
}

/** The candidate with that number, or the text itself; null for an empty line. */
function readAnswer(line: string | null, { candidates }: PreviewQuestion): string | null {
  const text = line?.trim() ?? ''
  if (text === '') return null
  const chosen = /^[1-9]$/.test(text) ? candidates.slice(0, MAX_CANDIDATES)[Number(text) - 1] : undefined
  return chosen ?? text
}
