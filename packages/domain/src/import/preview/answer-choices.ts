import type { PreviewQuestion } from './preview-document.ts'

/** A value that answers a question about one fact, with its label for people. */
export type AnswerChoice = { label: string; value: string }

/**
 * The values that a person can choose as the answer. Where runs have different candidates, a candidate of some of them is
 * no choice for all, because it would make one machine of several; the folder name of each run is one.
 */
export function answerChoices({ dimension, candidates, answers }: PreviewQuestion): AnswerChoice[] {
  const isOfParts = answers.includes(`${dimension}=@folder`)
  const named = isOfParts ? candidates.filter((value) => answers.includes(`${dimension}=${value}`)) : candidates
  return [
    ...(isOfParts ? [{ label: 'the folder name of each run', value: '@folder' }] : []),
    ...named.map((value) => ({ label: value, value })),
  ]
}
