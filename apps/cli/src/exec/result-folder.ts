import { mkdir, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ExecRecord, execRecordName } from '@assay/domain/import/exec-record'
import { EXIT } from '../exit-code.ts'
import { Stop, stopOfSystemError } from '../stop.ts'

/** Default parent directory of the folders of `assay exec`. */
const DEFAULT_PARENT = 'assay-results'

/** The files of one step in its folder, with plain names: `oltp_read_only.t8.txt`, `oltp_read_only.t8.vmstat.txt`. */
export class ResultFolder {
  readonly path: string
  readonly stem: string

  private constructor(path: string, stem: string) {
    this.path = path
    this.stem = stem
  }

  /** Creates the folder if it does not exist. A folder may contain several steps, each once. */
  static async create(path: string, stem: string): Promise<ResultFolder> {
    try {
      await mkdir(path, { recursive: true })
      const taken = (await readdir(path)).find((name) => name.startsWith(`${stem}.`))
      if (taken === undefined) return new ResultFolder(path, stem)
    } catch (cause) {
      throw stopOfSystemError(cause, `The folder ${path} cannot be used`)
    }
    throw new Stop(EXIT.usage, `${join(path, stem)} is there already: give another --dir, or another name by --test.`)
  }

  get files(): { output: string; vmstat: string; iostat: string } {
    const { stem } = this
    return { output: `${stem}.txt`, vmstat: `${stem}.vmstat.txt`, iostat: `${stem}.iostat.txt` }
  }

  at(name: string): string {
    return join(this.path, name)
  }

  openOutput() {
    return open(this.at(this.files.output), 'wx')
  }

  /** Returns the files of samplers by kind, without files of a benchmark that was shorter than a sample. */
  async sampleFiles(kinds: readonly ('vmstat' | 'iostat')[]): Promise<Partial<Record<'vmstat' | 'iostat', string>>> {
    const found: Partial<Record<'vmstat' | 'iostat', string>> = {}
    for (const kind of kinds) {
      const text = await readFile(this.at(this.files[kind]), 'utf8')
      // vmstat prints two header lines and one line of averages since boot; iostat may end after its header.
      const hasSample = kind === 'iostat' ? /^Device\b.*\n\S/m.test(text) : text.trim().split('\n').length > 3
      if (hasSample) found[kind] = this.files[kind]
      else await rm(this.at(this.files[kind]))
    }
    return found
  }

  /** Deletes the created files, and the folder if it is empty. */
  async discard(): Promise<void> {
    const names = await readdir(this.path)
    for (const name of names) if (name.startsWith(`${this.stem}.`)) await rm(this.at(name))
    await rmdir(this.path).catch(() => undefined)
  }

  /** Writes the record atomically, so that a watcher of the folder never reads a partial one. */
  async writeRecord(record: ExecRecord): Promise<void> {
    const [draft, name] = [this.at(`.${this.stem}.draft`), this.at(execRecordName(this.stem))]
    try {
      await writeFile(draft, `${JSON.stringify(record, null, 2)}\n`)
      await rename(draft, name)
    } catch (cause) {
      throw stopOfSystemError(cause, `The record ${name} cannot be written`)
    }
  }
}

/** Returns `oltp_read_only.t8`; only the test when the clients are unknown. */
export const stemOf = (testName: string, clients: number | null): string =>
  clients === null ? testName : `${testName}.t${clients}`

/**
 * Returns `assay-results/20260102T030405Z-oltp_read_only.t8`, which sorts by time and is unique per second and step.
 */
export function defaultFolder(stem: string, now: Date): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '')
  return join(DEFAULT_PARENT, `${stamp}-${stem}`)
}
