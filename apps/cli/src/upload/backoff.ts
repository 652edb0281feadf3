import type { Clock } from '../clock.ts'
import type { UploadOutcome } from './upload-outcome.ts'

export const FIRST_DELAY_MS = 500
export const LONGEST_DELAY_MS = 30_000
/** A Retry-After is stretched by up to this much, so that runners with the same value do not retry together. */
export const SPREAD_MS = 1_000

/** How long to go on without any run getting through. */
export type Patience = {
  /** While no server answers at all. */
  unreachableMs: number
  /** While the server responds with Retry-After. */
  busyMs: number
}

export const DEFAULT_PATIENCE: Patience = { unreachableMs: 15_000, busyMs: 120_000 }

/**
 * Decides for all uploads of one command together how long to wait: full jitter (uniform between 0 and a bound that
 * doubles up to 30 s), at least what Retry-After asks, and no longer than patience lasts since a run last got through.
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

  /** A run got through: everybody may go on being patient. */
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
   * Milliseconds to wait before attempt number `attempt` (the first retry is 1), or null when patience is at its end.
   */
  delay(verdict: Extract<UploadOutcome, { kind: 'retry' }>, attempt: number): number | null {
    const { now, random } = this.clock
    const bound = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 16))
    let delay = random() * bound
    if (verdict.retryAfterMs !== null) {
      delay = verdict.retryAfterMs + random() * SPREAD_MS
      this.notBefore = Math.max(this.notBefore, now() + verdict.retryAfterMs)
    }
    const limit = verdict.reached ? this.patience.busyMs : this.patience.unreachableMs
    return now() + delay - this.lastProgress > limit ? null : delay
  }
}
