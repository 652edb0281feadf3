import type { FolderPrint } from './folder-print.ts'

/**
 * A running benchmark may be silent, but its samplers write each second; without a change for this time it was killed.
 */
const ABANDONED_MS = 10 * 60_000

/**
 * Decides when a folder is finished: when it is marked as done, or when nothing in it changed for a while. The time at
 * which this process saw the last change counts, because copied files may have old modification times.
 */
export class QuietFolders {
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
