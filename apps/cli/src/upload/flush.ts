import pLimit from 'p-limit'
import type { Clock } from '../clock.ts'
import { describeRun } from '../describe-run.ts'
import type { Rejection, StoredReceipt } from '../spool/receipt.ts'
import type { Spool } from '../spool/spool.ts'
import type { SpoolEntry } from '../spool/spool-entry.ts'
import { Backoff, type Patience } from './backoff.ts'
import type { UploadOutcome } from './upload-outcome.ts'

/** Interval of checks whether another CLI has finished sending a run. */
const OTHERS_POLL_MS = 250

export type FlushEvent =
  | { kind: 'stored'; receipt: StoredReceipt }
  | { kind: 'rejected'; name: string; run: string; rejection: Rejection }
  /** Another CLI has handled it. */
  | { kind: 'gone'; name: string }
  | { kind: 'waiting'; reason: string; delayMs: number }

export type FlushReport = {
  stored: StoredReceipt[]
  rejected: { name: string; run: string; rejection: Rejection }[]
  /** Entries that another CLI handled meanwhile. */
  gone: number
  /** Entries still in the spool. */
  pending: string[]
  /** The reason why entries stay in the spool; null when none does, or when the command was interrupted. */
  pendingReason: string | null
}

export type FlushInput = {
  spool: Spool
  names: readonly string[]
  send: (entry: SpoolEntry, attempt: { sent: Set<string>; signal: AbortSignal }) => Promise<UploadOutcome>
  clock: Clock
  concurrency: number
  patience: Patience
  signal: AbortSignal
  onEvent?: (event: FlushEvent) => void
}

/**
 * Sends entries of the spool, several at a time. Each leaves the spool only when the server has stored or refused it;
 * after anything else (no server, wrong token, Ctrl-C, kill -9) it stays for the next time.
 */
export async function flush(input: FlushInput): Promise<FlushReport> {
  return new Flush(input).run()
}

class Flush {
  private readonly input: FlushInput
  private readonly backoff: Backoff
  private readonly report: FlushReport = { stored: [], rejected: [], gone: 0, pending: [], pendingReason: null }
  /** Aborted by the user, or by the first response after which no run can be stored. */
  private readonly halt = new AbortController()
  private readonly signal: AbortSignal

  constructor(input: FlushInput) {
    this.input = input
    this.backoff = new Backoff(input.clock, input.patience)
    this.signal = AbortSignal.any([input.signal, this.halt.signal])
  }

  async run(): Promise<FlushReport> {
    const limit = pLimit(this.input.concurrency)
    let names = this.input.names
    while (names.length > 0) {
      const dealt = await Promise.allSettled(names.map((name) => limit(() => this.dealOrHalt(name))))
      const failed = dealt.find((one) => one.status === 'rejected')
      if (failed !== undefined) throw failed.reason
      names = names.filter((_, i) => dealt[i]?.status === 'fulfilled' && !dealt[i].value)
      if (names.length > 0) await this.waitForOthers(names)
      if (this.signal.aborted) break
    }
    this.report.pending.push(...names)
    return this.report
  }

  /** A full disk or a bug ends the whole command, but only after the running uploads. */
  private async dealOrHalt(name: string): Promise<boolean> {
    try {
      return await this.deal(name)
    } catch (cause) {
      this.halt.abort()
      throw cause
    }
  }

  /** False while another CLI has the lock of the entry. */
  private async deal(name: string): Promise<boolean> {
    const { spool } = this.input
    if (this.signal.aborted) return this.keep(name)
    const release = await spool.lock(name)
    if (release === null) return false
    try {
      const entry = await spool.read(name)
      if (entry === null) this.gone(name)
      else if (entry.ok) await this.deliver(name, entry.value)
      else
        await this.reject(name, 'a run that cannot be read', {
          status: null,
          code: null,
          reason: `The spool file ${entry.error}`,
          places: [],
        })
    } finally {
      await release()
    }
    return true
  }

  private async deliver(name: string, entry: SpoolEntry): Promise<void> {
    const run = describeRun(entry.document)
    const sent = new Set<string>()
    for (let attempt = 1; ; attempt++) {
      await this.backoff.turn(this.signal)
      if (this.signal.aborted) return void this.keep(name)
      const verdict = await this.input.send(entry, { sent, signal: this.signal })
      if (this.signal.aborted && verdict.kind === 'retry') return void this.keep(name)
      switch (verdict.kind) {
        case 'stored':
          return this.finish(name, {
            ...verdict.answer,
            server: entry.server,
            project: entry.project,
            run,
            entry: name,
            at: this.timestamp(),
          })
        case 'rejected':
          return this.reject(name, run, {
            status: verdict.status,
            code: verdict.code,
            reason: verdict.reason,
            places: [...verdict.locations],
          })
        case 'stop':
          this.giveUp(verdict.reason)
          break
        case 'retry':
          await this.pause(verdict, attempt)
          break
      }
    }
  }

  private async pause(verdict: Extract<UploadOutcome, { kind: 'retry' }>, attempt: number): Promise<void> {
    const delayMs = this.backoff.delay(verdict, attempt)
    if (delayMs === null)
      return this.giveUp(
        verdict.reached
          ? `The server is busy or unavailable: ${verdict.reason}`
          : `The server cannot be reached: ${verdict.reason}`,
      )
    this.emit({ kind: 'waiting', reason: verdict.reason, delayMs })
    await this.input.clock.sleep(delayMs, this.signal)
  }

  private async finish(name: string, receipt: StoredReceipt): Promise<void> {
    await this.input.spool.completeEntry(name, receipt)
    this.backoff.progressed()
    this.report.stored.push(receipt)
    this.emit({ kind: 'stored', receipt })
  }

  private async reject(name: string, run: string, facts: Omit<Rejection, 'at'>): Promise<void> {
    const rejection = { ...facts, at: this.timestamp() }
    await this.input.spool.reject(name, rejection)
    this.backoff.progressed()
    this.report.rejected.push({ name, run, rejection })
    this.emit({ kind: 'rejected', name, run, rejection })
  }

  private async waitForOthers(names: readonly string[]): Promise<void> {
    const busy = {
      kind: 'retry',
      reached: true,
      reason: `another assay is sending ${names.length} of them`,
      retryAfterMs: null,
    } as const
    if (this.backoff.delay(busy, 0) === null)
      return this.giveUp(`Another assay is still sending ${names.length} of them.`)
    await this.input.clock.sleep(OTHERS_POLL_MS, this.signal)
  }

  private gone(name: string): void {
    this.backoff.progressed()
    this.report.gone++
    this.emit({ kind: 'gone', name })
  }

  private keep(name: string): true {
    this.report.pending.push(name)
    return true
  }

  private giveUp(reason: string): void {
    this.report.pendingReason ??= reason
    this.halt.abort()
  }

  private timestamp = (): string => new Date(this.input.clock.now()).toISOString()

  private emit(event: FlushEvent): void {
    this.input.onEvent?.(event)
  }
}
