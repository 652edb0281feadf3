import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Result } from '@assay/domain/result'
import type { OnConflict } from '@assay/domain/run/on-conflict'
import { stopOfSystemError, systemCode } from '../stop.ts'
import { RESULT_CONFLICT } from '../upload/upload-outcome.ts'
import {
  type CrashPoint,
  makePrivateDirectory,
  moveDurably,
  removeAbandonedDrafts,
  removeDurably,
  writeDurably,
} from './durable-file.ts'
import { removeStaleLocks, tryLock } from './entry-lock.ts'
import { Rejection, StoredReceipt } from './receipt.ts'
import { encodeEntry, isEntryName, type NewEntry, openEntry, type SpoolEntry } from './spool-entry.ts'

/** A waiting spool file: its name, time of writing and size on disk. */
export type Waiting = { name: string; writtenAt: Date; sizeBytes: number }

type SpoolOptions = {
  /** Milliseconds since 1970. */
  now: number
  at?: CrashPoint
}

/**
 * The directory that stores runs until the server has them. Any number of processes may use it at once, and each may be
 * killed at any moment:
 *
 *   runs/      waiting, one file per run, named by digest
 *   rejected/  refused by the server, each with its reason
 *   receipts/  proof of what was stored
 *   locks/     held while a run is being sent
 *   drafts/    files being written
 */
export class Spool {
  readonly directory: string
  private readonly at: CrashPoint

  private constructor(directory: string, { at = () => undefined }: SpoolOptions) {
    this.directory = directory
    this.at = at
  }

  /** Opens the spool, creates its directories and removes the leftovers of dead processes. */
  static async open(directory: string, options: SpoolOptions): Promise<Spool> {
    const spool = new Spool(directory, options)
    try {
      for (const part of ['runs', 'rejected', 'receipts', 'locks', 'drafts'])
        await makePrivateDirectory(join(directory, part))
      await removeAbandonedDrafts(spool.path('drafts'), options.now)
      await removeStaleLocks(spool.path('locks'), options.now)
      return spool
    } catch (cause) {
      throw stopOfSystemError(cause, `The spool ${directory} cannot be used. Set ASSAY_SPOOL_DIR to another directory`)
    }
  }

  /** Stores a run; once this resolves, the run survives the end of this process. Returns its name. */
  async put(entry: NewEntry): Promise<string> {
    const { name, content } = encodeEntry(entry)
    return this.write('runs', name, content)
  }

  /** Waiting runs, oldest first. */
  async waiting(): Promise<Waiting[]> {
    const found: Waiting[] = []
    for (const name of (await readdir(this.path('runs'))).filter(isEntryName)) {
      const facts = await orGone(stat(this.path('runs', name)))
      if (facts !== null) found.push({ name, writtenAt: facts.mtime, sizeBytes: facts.size })
    }
    return found.sort((a, b) => a.writtenAt.getTime() - b.writtenAt.getTime() || (a.name < b.name ? -1 : 1))
  }

  /** Reads an entry; null when it does not exist any more, because another process has handled it. */
  read(name: string, part: 'runs' | 'rejected' = 'runs'): Promise<Result<SpoolEntry, string> | null> {
    return openEntry(this.path(part, name), name)
  }

  /** Locks an entry for sending and returns its release; null while another process holds the lock. */
  lock(name: string): Promise<(() => Promise<void>) | null> {
    return tryLock(this.path('locks'), name)
  }

  /**
   * Writes the receipt of a stored run, then deletes the entry. If the process is killed in between, the run is sent
   * again and gets the same receipt.
   */
  async completeEntry(name: string, receipt: StoredReceipt): Promise<void> {
    await this.write('receipts', () => `${receipt.runId}.${name.slice(0, 16)}.json`, jsonFile(receipt))
    this.at('receipt kept')
    await removeDurably(this.path('runs'), name)
    this.at('entry removed')
  }

  /** Sets aside a run that the server will never accept as it is: writes the reason first, then moves the entry. */
  async reject(name: string, rejection: Rejection): Promise<void> {
    await this.write('rejected', () => `${name}.reason.json`, jsonFile(rejection))
    this.at('reason kept')
    await moveDurably(name, { from: this.path('runs'), to: this.path('rejected') })
    this.at('entry rejected')
  }

  /**
   * Moves runs that were refused because their results are stored with other values back to the waiting ones, with the
   * chosen resolution. If the process is killed in between, a run is both refused and waiting, and is stored once.
   *
   * @returns the number of runs.
   */
  async retryConflicts(isMeant: (entry: SpoolEntry) => boolean, onConflict: OnConflict): Promise<number> {
    let count = 0
    for (const { name, rejection } of await this.rejected()) {
      if (rejection?.code !== RESULT_CONFLICT) continue
      const entry = await this.read(name, 'rejected')
      if (entry?.ok !== true || !isMeant(entry.value)) continue
      await this.put({ ...entry.value, onConflict, document: () => entry.value.document })
      await removeDurably(this.path('rejected'), name)
      await removeDurably(this.path('rejected'), `${name}.reason.json`)
      count += 1
    }
    return count
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

  private async write(
    part: string,
    name: () => string,
    content: AsyncIterable<Uint8Array> | Uint8Array,
  ): Promise<string> {
    try {
      return await writeDurably({ directory: this.path(part), name, temporary: this.path('drafts') }, content, this.at)
    } catch (cause) {
      throw stopOfSystemError(
        cause,
        `The spool ${this.directory} cannot be written. Set ASSAY_SPOOL_DIR to another directory`,
      )
    }
  }
}

const jsonFile = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`, 'utf8')

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
