import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AttemptResult, RunLease } from '@assay/domain/run-requests/run-request'
import { z } from 'zod'
import { EXIT } from '../exit-code.ts'
import { makePrivateDirectory, writeDurably } from '../spool/durable-file.ts'
import { Stop, stopOfSystemError, systemCode } from '../stop.ts'
import { isAlive, markOf, ProcessMark } from './process-mark.ts'

/** The attempt of this machine. It is written before the command starts, so that a killed runner finds it again. */
const StoredAttempt = z.object({
  lease: RunLease,
  /** `running` until the command has ended, `measured` until its runs are uploaded, `uploaded` until that is reported. */
  phase: z.enum(['running', 'measured', 'uploaded']),
  processes: z.array(ProcessMark),
  result: AttemptResult.nullable(),
})
export type StoredAttempt = z.infer<typeof StoredAttempt>

const FILE = 'attempt.json'
const LOCK = 'runner.lock'
/** Folders of attempts that stay on the machine, so that a person can inspect a failure. */
const MAX_FOLDERS = 20

/** The directory of a runner: the state of its attempt, and the folders of the last attempts. */
export class RunnerState {
  readonly directory: string

  private constructor(directory: string) {
    this.directory = directory
  }

  /** @throws Stop when another process uses the directory. */
  static async open(directory: string): Promise<RunnerState> {
    try {
      for (const name of ['attempts', 'drafts']) await makePrivateDirectory(join(directory, name))
      if (await lock(join(directory, LOCK))) return new RunnerState(directory)
    } catch (cause) {
      throw stopOfSystemError(cause, `The state directory ${directory} cannot be used. Give another --state-dir`)
    }
    throw new Stop(EXIT.local, `Another assay runner uses ${directory}. Stop it, or give another --state-dir.`)
  }

  close(): Promise<void> {
    return rm(join(this.directory, LOCK), { force: true })
  }

  folderOf(attemptId: string): string {
    return join(this.directory, 'attempts', attemptId)
  }

  /** The attempt that an earlier process left behind; null when there is none. */
  async read(): Promise<StoredAttempt | null> {
    const path = join(this.directory, FILE)
    const text = await readFile(path, 'utf8').catch((cause: unknown) => {
      if (systemCode(cause) === 'ENOENT') return null
      throw stopOfSystemError(cause, `${path} cannot be read`)
    })
    if (text === null) return null
    const parsed = StoredAttempt.safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data
    throw new Stop(EXIT.local, `${path} is not the state of a runner. Move it away, and start the runner again.`)
  }

  async write(attempt: StoredAttempt): Promise<void> {
    const content = Buffer.from(JSON.stringify(attempt))
    const { directory } = this
    await mkdir(this.folderOf(attempt.lease.attemptId), { recursive: true, mode: 0o700 })
    await writeDurably({ directory, name: () => FILE, temporary: join(directory, 'drafts') }, content, () => undefined)
  }

  /** Forgets the attempt; its folder stays until MAX_FOLDERS newer ones exist. */
  async clear(): Promise<void> {
    await rm(join(this.directory, FILE), { force: true })
    const parent = join(this.directory, 'attempts')
    const folders = await Promise.all(
      (await readdir(parent)).map(async (name) => ({ name, at: (await stat(join(parent, name))).mtimeMs })),
    )
    folders.sort((a, b) => b.at - a.at)
    for (const { name } of folders.slice(MAX_FOLDERS)) await rm(join(parent, name), { recursive: true, force: true })
  }
}

/**
 * Takes the lock of a directory, also that of a process which was killed. If two processes started at the same moment and
 * both took it, the server would give leases to the one that registered last.
 */
async function lock(path: string): Promise<boolean> {
  const own = JSON.stringify(await markOf(process.pid))
  for (;;) {
    try {
      await writeFile(path, own, { flag: 'wx', mode: 0o600 })
      return true
    } catch (cause) {
      if (systemCode(cause) !== 'EEXIST') throw cause
    }
    const holder = ProcessMark.safeParse(parseJson(await readFile(path, 'utf8').catch(() => '')))
    if (holder.success && (await isAlive(holder.data))) return false
    await rm(path, { force: true })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
