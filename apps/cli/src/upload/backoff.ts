import type { Clock } from '../clock.ts'
import type { UploadOutcome } from './upload-outcome.ts'

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 30_000
/** A Retry-After is extended by up to this much, so that runners with the same value do not retry together. */
const SPREAD_MS = 1_000

/** Maximum time to retry without any run being stored. */
export type Patience = {
  /** While the server cannot be reached. */
  unreachableMs: number
  /** While the server responds with Retry-After. */
  busyMs: number
}

export const DEFAULT_PATIENCE: Patience = { unreachableMs: 15_000, busyMs: 120_000 }

/**
 * Decides for all uploads of one command together how long to wait: full jitter (uniform between 0 and a bound that
 * doubles up to 30 s), at least the value of Retry-After, and no longer than `Patience` since a run was last stored.
 */
export class Backoff {
  private readonly clock: Clock
  private readonly patience: Patience
  private lastProgress: number
  private notBefore = 0

  constructor(clock: Clock, patience: Patience) {
    this.clock = clock
    this.patience = patience
    this.lastProgress = clock.now()
  }

  /** Resets the retry deadline of all uploads after a run was stored. */
  progressed(): void {
    this.lastProgress = this.clock.now()
  }

  /** Waits until the server accepts requests again. */
  async turn(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.notBefore > this.clock.now()) {
      await this.clock.sleep(this.notBefore - this.clock.now(), signal)
    }
  }

  /**
   * Returns the milliseconds to wait before attempt number `attempt` (the first retry is 1), or null when the patience
   * has run out.
   */
  delay(verdict: Extract<UploadOutcome, { kind: 'retry' }>, attempt: number): number | null {
    const { now, random } = this.clock
    const bound = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 16))
    let delay = random() * bound
    if (verdict.retryAfterMs !== null) {
      delay = verdict.retryAfterMs + random() * SPREAD_MS
      this.notBefore = Math.max(this.notBefore, now() + verdict.retryAfterMs)
    }
    const limit = verdict.reached ? this.patience.busyMs : this.patience.unreachableMs
    return now() + delay - this.lastProgress > limit ? null : delay
  }
}
