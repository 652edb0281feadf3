import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english, translations } from '@zxcvbn-ts/language-en'

// Loaded when a password is typed, because the dictionaries take almost a megabyte.
const scorer = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs, translations })

/** Returns a score from 0 to 4, and the reason why it is not higher. */
export function scorePassword(password: string): { score: number; warning: string } {
  const { score, feedback } = scorer.check(password.slice(0, 128))
  return { score, warning: feedback.warning ?? '' }
}
