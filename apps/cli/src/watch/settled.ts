import type { FolderPrint } from './folder-print.ts'

/** A benchmark that still runs may be silent, but its samplers write each second; after this it was killed. */
const ABANDONED_MS = 10 * 60_000

/**
 * Tells when a folder is finished: when it is marked so, or when nothing in it changed for a while. What counts is when
 * this process saw the last change: files that were copied here may bear old times.
 */
export class Settled {
  private readonly settleMs: number
  private readonly last = new Map<string, { print: string; since: number }>()

  constructor(settleMs: number) {
    this.settleMs = settleMs
  }

  isFinished(folder: string, { print, fileCount, isMarkedDone, isRunning }: FolderPrint, now: number): boolean {
    const before = this.last.get(folder)
    const since = before?.print === print ? before.since : now
    this.last.set(folder, { print, since })
    const settleMs = isRunning ? Math.max(this.settleMs, ABANDONED_MS) : this.settleMs
    return fileCount > 0 && (isMarkedDone || now - since >= settleMs)
  }

  forget(folder: string): void {
    this.last.delete(folder)
  }
}
