import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { EXIT } from '../exit-code.ts'
import { makePrivateDirectory, writeDurably } from '../spool/durable-file.ts'
import type { Spool } from '../spool/spool.ts'
import type { Destination } from '../spool/spool-entry.ts'
import { Stop, stopOfSystemError, systemCode } from '../stop.ts'

const Seen = z.object({ print: z.string(), at: z.string(), runs: z.array(z.string()) })
export type Seen = z.infer<typeof Seen>

const StateFile = z.object({ watchVersion: z.literal(1), directory: z.string(), folders: z.record(z.string(), Seen) })

/**
 * Records which folders of a watched directory were handled, in the spool directory, so that each is uploaded once
 * however often the watcher is restarted. It is written after the runs of a folder are in the spool: if the process is
 * killed in between, the folder is read again and gives the same entries.
 */
export class WatchState {
  private readonly spool: Spool
  private readonly name: string
  private readonly directory: string
  private readonly folders: Map<string, Seen>

  private constructor(spool: Spool, name: string, directory: string, folders: Map<string, Seen>) {
    this.spool = spool
    this.name = name
    this.directory = directory
    this.folders = folders
  }

  /** @param directory its full path */
  static async open(spool: Spool, directory: string, { server, project }: Destination): Promise<WatchState> {
    const key = createHash('sha256')
      .update(JSON.stringify([directory, server, project]))
      .digest('hex')
    const name = `${key.slice(0, 32)}.json`
    try {
      await makePrivateDirectory(spool.path('watch'))
      const text = await readFile(spool.path('watch', name), 'utf8')
      const read = StateFile.safeParse(parseJson(text))
      if (read.success) return new WatchState(spool, name, directory, new Map(Object.entries(read.data.folders)))
      throw new Stop(
        EXIT.local,
        `${spool.path('watch', name)} cannot be understood. Without it every folder counts as new: remove it to go on.`,
      )
    } catch (cause) {
      if (systemCode(cause) === 'ENOENT') return new WatchState(spool, name, directory, new Map())
      throw stopOfSystemError(cause, `The state of the watch in ${spool.path('watch')} cannot be read`)
    }
  }

  get count(): number {
    return this.folders.size
  }

  find(folder: string): Seen | undefined {
    return this.folders.get(folder)
  }

  async add(folder: string, seen: Seen): Promise<void> {
    this.folders.set(folder, seen)
    const state = {
      watchVersion: 1,
      directory: this.directory,
      folders: Object.fromEntries(this.folders),
    } satisfies z.input<typeof StateFile>
    await writeDurably(
      { directory: this.spool.path('watch'), name: () => this.name, temporary: this.spool.path('drafts') },
      Buffer.from(`${JSON.stringify(state, null, 2)}\n`),
      () => undefined,
    ).catch((cause: unknown) => {
      throw stopOfSystemError(cause, `The state of the watch in ${this.spool.path('watch')} cannot be written`)
    })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
