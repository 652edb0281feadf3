import { setTimeout as sleep } from 'node:timers/promises'

/** Clock and random numbers, injected so that tests neither wait nor depend on chance. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after `ms`, or immediately when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** A random number in [0, 1). */
  random(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await sleep(ms, undefined, { signal })
    } catch (cause) {
      if (!signal.aborted) throw cause
    }
  },
  random: () => Math.random(),
}
