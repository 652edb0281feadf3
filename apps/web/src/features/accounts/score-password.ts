import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'

// Loaded when a password is typed: the dictionaries are most of a megabyte.
const scorer = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs, translations })

/** 0 to 4, and why it is not more. */
export function scorePassword(password: string): { score: number; warning: string } {
  const { score, feedback } = scorer.check(password.slice(0, 128))
  return { score, warning: feedback.warning ?? '' }
}
