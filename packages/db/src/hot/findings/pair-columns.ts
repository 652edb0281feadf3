import type { PairKey } from './finding-types.ts'

/** State of an environment during a scan. It differs from every hash, so an interrupted scan is resumed. */
export const STALE = ''

const UNFINISHED = 'unfinished '

/** State of an environment whose noise is current and whose verdicts are not. */
export const unfinishedState = (state: string): string => `${UNFINISHED}${state}`

/** The state of the results with which the noise of an unfinished environment was estimated; null for other states. */
export const estimatedState = (state: string): string | null =>
  state.startsWith(UNFINISHED) ? state.slice(UNFINISHED.length) : null

/** The key columns of pairs as arrays for one statement. */
export const pairKeyColumns = (pairs: readonly PairKey[]) => [
  pairs.map(({ id }) => id),
  pairs.map(({ from }) => from),
  pairs.map(({ to }) => to),
  pairs.map(({ environment }) => environment.hardware),
  pairs.map(({ environment }) => environment.benchmark),
]
