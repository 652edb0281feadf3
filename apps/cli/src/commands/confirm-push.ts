import { questionText } from '@assay/domain/import/open-question'
import type { ImportOverrides } from '@assay/domain/import/overrides'
import { type AnswerChoice, answerChoices } from '@assay/domain/import/preview/answer-choices'
import { correctionsOfAnswer } from '@assay/domain/import/preview/corrections-for'
import type { PreviewDocument, PreviewQuestion } from '@assay/domain/import/preview/preview-document'
import type { ImportProfile } from '@assay/domain/import/profile/profile'
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
    const added = correctionsOfAnswer(preview, question, answer)
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

function questionLine(question: PreviewQuestion): string {
  const { dimension: field, candidates, affects, files } = question
  const listed = choicesOf(question).map(({ label }, at) => `  ${at + 1}  ${label}\n`)
  const how = isByPart(question)
    ? 'A number, or FIELD=VALUE'
    : listed.length === 0
      ? 'A name'
      : 'A number or another name'
  const enter = question.suggested === undefined ? 'empty: stop' : `empty: ${question.suggested}, q: stop`
  return `${questionText({ field, candidates, runs: files?.length ?? affects.length, ...(files === undefined ? {} : { files }) })}\n${listed.join('')}${how} (${enter}): `
}

/** True for a question about a part of paths, which is answered by saying what the part is. */
const isByPart = ({ dimension }: PreviewQuestion): boolean => dimension === 'segment'

/** The numbered choices: for a part of paths the ways to answer that need no name, otherwise the values. */
function choicesOf(question: PreviewQuestion): readonly AnswerChoice[] {
  const choices = isByPart(question)
    ? question.answers.filter((answer) => !answer.includes('NAME')).map((value) => ({ label: value, value }))
    : answerChoices(question)
  return choices.slice(0, MAX_CANDIDATES)
}

/** The facts of the choice with that number, or of the text itself; null for an empty line without a suggestion. */
function readAnswer(line: string | null, question: PreviewQuestion): Record<string, string> | null {
  const { suggested } = question
  const typed = line?.trim() ?? ''
  if (line === null || (suggested !== undefined && typed.toLowerCase() === 'q')) return null
  if (typed === '' && suggested !== undefined) return setOf(suggested)
  const chosen = /^[1-9]$/.test(typed) ? choicesOf(question)[Number(typed) - 1]?.value : undefined
  const answer = chosen ?? typed
  if (!isByPart(question)) return answer === '' ? null : { [question.dimension]: answer }
  return setOf(answer)
}

/** The fact of `FIELD=VALUE`; null for another text. */
function setOf(answer: string): Record<string, string> | null {
  const [, field, value] = /^([^=]+)=(.+)$/.exec(answer) ?? []
  return field === undefined || value === undefined ? null : { [field.trim()]: value.trim() }
}
