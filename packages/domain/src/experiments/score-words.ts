import type { RatioWithInterval } from './candidate-state.ts'

/** A ratio with its interval as text: `1.07 (1.04 to 1.10)`. */
export const ratioWords = ({ ratio, low, high }: RatioWithInterval): string =>
  `${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`
