import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Result } from '@assay/domain/result'
import { EXIT } from '../exit-code.ts'
import { Stop, stopOfSystemError, systemCode } from '../stop.ts'
import {
  type CrashPoint,
  makePrivateDirectory,
  moveDurably,
  removeAbandonedDrafts,
  removeDurably,
  writeDurably,
} from './durable-file.ts'
import { LOCK_STALE_MS, removeStaleLocks, tryLock } from './entry-lock.ts'
import { Rejection, StoredReceipt } from './receipt.ts'
import { decodeEntry, encodeEntry, isEntryName, type SpoolEntry } from './spool-entry.ts'

/** A spool file that waits: its name, when it was written and its size on disk. */
export type Waiting = { name: string; writtenAt: Date; sizeBytes: number }

export type SpoolOptions = {
  /** Milliseconds since 1970. */
  now: number
  at?: CrashPoint
  lockStaleMs?: number
}

/**
 * The directory that holds runs until the server has them. Any number of processes may use it at once, and
 * each may be killed at any moment:
 *
 *   runs/      waiting, one file per run, named by digest
 *   rejected/  refused by the server, each beside its reason
 *   receipts/  proof of what was stored
 *   locks/     held while a run is being sent
 *   drafts/    files being written
 */
export class Spool {
  readonly directory: string
  private readonly at: CrashPoint
  private readonly lockStaleMs: number

  private constructor(directory: string, { at = () => undefined, lockStaleMs = LOCK_STALE_MS }: SpoolOptions) {
    this.directory = directory
    this.at = at
    this.lockStaleMs = lockStaleMs
  }

  /** Opens the spool, makes its directories and sweeps what dead processes left. */
  static async open(directory: string, options: SpoolOptions): Promise<Spool> {
    const spool = new Spool(directory, options)
    try {
      for (const part of ['runs', 'rejected', 'receipts', 'locks', 'drafts'])
        await makePrivateDirectory(join(directory, part))
      await removeAbandonedDrafts(spool.path('drafts'), options.now)
      await removeStaleLocks(spool.path('locks'), options.now)
      return spool
    } catch (cause) {
      throw stopOfSystemError(cause, `The spool ${directory} cannot be used (ASSAY_SPOOL_DIR names another place)`)
    }
  }

  /** Keeps a run; when this resolves the run survives the loss of this process. Returns its name. */
  async put(entry: SpoolEntry): Promise<string> {
    const { name, bytes } = await encodeEntry(entry)
    await this.write('runs', name, bytes)
    return name
  }

  /** Runs that wait, the oldest first. */
  async waiting(): Promise<Waiting[]> {
    const found: Waiting[] = []
    for (const name of (await readdir(this.path('runs'))).filter(isEntryName)) {
      const facts = await orGone(stat(this.path('runs', name)))
      if (facts !== null) found.push({ name, writtenAt: facts.mtime, sizeBytes: facts.size })
    }
    return found.sort((a, b) => a.writtenAt.getTime() - b.writtenAt.getTime() || (a.name < b.name ? -1 : 1))
  }

  /** An entry; null when it is no longer here, because another process has dealt with it. */
  async read(name: string, part: 'runs' | 'rejected' = 'runs'): Promise<Result<SpoolEntry, string> | null> {
    const bytes = await orGone(readFile(this.path(part, name)))
    return bytes === null ? null : decodeEntry(name, bytes)
  }

  /** The sole right to send an entry, as its release; null while another process has it. */
  lock(name: string): Promise<(() => Promise<void>) | null> {
    return tryLock(this.path('locks'), name, this.lockStaleMs)
  }

  /** The run is stored: keeps the receipt, then forgets the entry. Killed in between, it is sent and answered again. */
  async settle(name: string, receipt: StoredReceipt): Promise<void> {
    await this.write(
      'receipts',
      `${receipt.runId}.${name.slice(0, 16)}.json`,
      Buffer.from(`${JSON.stringify(receipt, null, 2)}\n`),
    )
    this.at('receipt kept')
    await removeDurably(this.path('runs'), name)
    this.at('entry removed')
  }

  /** The run was refused and never will be taken as it is: the reason first, then out of the way. */
  async reject(name: string, rejection: Rejection): Promise<void> {
    await this.write('rejected', `${name}.reason.json`, Buffer.from(`${JSON.stringify(rejection, null, 2)}\n`))
    this.at('reason kept')
    await moveDurably(name, { from: this.path('runs'), to: this.path('rejected') })
    this.at('entry rejected')
  }

  async rejected(): Promise<{ name: string; rejection: Rejection | null }[]> {
    const names = (await readdir(this.path('rejected'))).filter(isEntryName).sort()
    return Promise.all(
      names.map(async (name) => ({
        name,
        rejection: await readJson(this.path('rejected', `${name}.reason.json`), Rejection),
      })),
    )
  }

  /** Receipts by file name; null for one that cannot be read. */
  async receipts(): Promise<{ name: string; receipt: StoredReceipt | null }[]> {
    const names = (await readdir(this.path('receipts'))).filter((name) => name.endsWith('.json')).sort()
    return Promise.all(
      names.map(async (name) => ({ name, receipt: await readJson(this.path('receipts', name), StoredReceipt) })),
    )
  }

  path(...parts: string[]): string {
    return join(this.directory, ...parts)
  }

  private async write(part: string, name: string, bytes: Buffer): Promise<void> {
    try {
      await writeDurably({ directory: this.path(part), name, temporary: this.path('drafts') }, bytes, this.at)
    } catch (cause) {
      throw (
        diskFull(cause, this.directory, bytes.length) ??
        stopOfSystemError(cause, `The spool ${this.directory} cannot be written`)
      )
    }
  }
}

function diskFull(cause: unknown, directory: string, bytes: number): Stop | null {
  const code = systemCode(cause)
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return null
  const need = `${Math.ceil(bytes / 1024)} KB`
  const sentence = `The disk that holds the spool ${directory} is full; ${need} more are needed. Free some, or set ASSAY_SPOOL_DIR.`
  return new Stop(EXIT.local, sentence, { cause })
}

async function orGone<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return null
    throw cause
  }
}

async function readJson<T>(
  path: string,
  schema: { safeParse(value: unknown): { success: boolean; data?: T } },
): Promise<T | null> {
  const text = await orGone(readFile(path, 'utf8'))
  if (text === null) return null
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
