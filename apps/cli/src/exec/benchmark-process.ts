import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Output } from '../command-io.ts'
import { EXIT } from '../exit-code.ts'
import { Stop, systemCode } from '../stop.ts'
import type { SeparateUser } from './separate-user.ts'

/** Grace period of an interrupted benchmark before the next stronger signal. */
const GRACE_MS = 5_000

export type Ending = { exitCode: number | null; signal: NodeJS.Signals | null; interrupted: boolean }

type BenchmarkInput = {
  argv: readonly string[]
  variables: Readonly<Record<string, string | undefined>>
  /** Destination of its standard output. */
  out: Output
  /** Destination of its standard error. */
  log: Output
  /** File that stores both streams, line by line. */
  file: FileHandle
  /** Aborted by Ctrl-C and SIGTERM. */
  signal: AbortSignal
  graceMs?: number
  /** The user that executes it; that of this process by default. */
  user?: SeparateUser | null
  /** Its working directory; that of this process by default. */
  directory?: string | undefined
  /** Called with the id of its process, which is also that of its process group. */
  started?: ((pid: number) => Promise<void>) | undefined
}

/**
 * Runs the benchmark to its end; its output is passed through and saved. It is a separate process group: Ctrl-C reaches
 * it through this process, together with all processes that a script has started.
 *
 * @throws Stop when it cannot be started (126, 127, as in shells), or when its output cannot be saved.
 */
export async function runBenchmark(input: BenchmarkInput): Promise<Ending> {
  const { user = null } = input
  const [program = '', ...args] = input.argv
  const child = spawn(program, args, {
    env: { ...input.variables, ...(user !== null && { HOME: user.home, USER: user.name, LOGNAME: user.name }) },
    ...(user !== null && { uid: user.uid, gid: user.gid }),
    stdio: ['inherit', 'pipe', 'pipe'],
    detached: true,
    cwd: input.directory,
  })
  const closed = once(child, 'close')
  // The rejection of a program that cannot be started is handled below.
  closed.catch(() => undefined)
  const killAll = () => killGroup(child, 'SIGKILL')
  process.on('exit', killAll)
  const interrupt = () => void endGroup(child, input.graceMs ?? GRACE_MS)
  if (input.signal.aborted) interrupt()
  input.signal.addEventListener('abort', interrupt, { once: true })
  try {
    const output = new OutputLines(input.file)
    // Output that nobody reads is discarded when the process ends.
    const passed = Promise.all([pass(child.stdout, input.out, output.of()), pass(child.stderr, input.log, output.of())])
    passed.catch(() => undefined)
    if (child.pid !== undefined) await input.started?.(child.pid)
    await closed
    await passed
    await output.finish()
  } catch (cause) {
    killAll()
    throw cannotStart(cause, program)
  } finally {
    process.off('exit', killAll)
    input.signal.removeEventListener('abort', interrupt)
  }
  return { exitCode: child.exitCode, signal: child.signalCode, interrupted: input.signal.aborted }
}

async function pass(from: Readable, to: Output, keep: (chunk: Buffer) => void): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of from) {
    const bytes = Buffer.from(chunk)
    keep(bytes)
    await to.write(decoder.decode(bytes, { stream: true }))
  }
  await to.write(decoder.decode())
}

/** Writes two streams into one file without splitting lines, which `> file 2>&1` does not guarantee. */
class OutputLines {
  private readonly file: FileHandle
  private readonly rests: (() => Buffer)[] = []
  private writing: Promise<void> = Promise.resolve()
  private failed: unknown = null

  constructor(file: FileHandle) {
    this.file = file
  }

  of(): (chunk: Buffer) => void {
    let rest = Buffer.alloc(0)
    this.rests.push(() => rest)
    return (chunk) => {
      const end = chunk.lastIndexOf(10) + 1
      if (end === 0) {
        rest = Buffer.concat([rest, chunk])
        return
      }
      this.append(Buffer.concat([rest, chunk.subarray(0, end)]))
      rest = Buffer.from(chunk.subarray(end))
    }
  }

  async finish(): Promise<void> {
    for (const rest of this.rests) this.append(rest())
    await this.writing
    if (this.failed === null) return
    const why = systemCode(this.failed) === 'ENOSPC' ? 'the disk is full' : String(this.failed)
    throw new Stop(EXIT.local, `The output of the benchmark could not be saved: ${why}.`, { cause: this.failed })
  }

  private append(lines: Buffer): void {
    if (lines.length === 0) return
    this.writing = this.writing.then(async () => {
      // The benchmark continues; the failure to save its output is reported at its end.
      if (this.failed === null) await this.file.appendFile(lines).catch((cause: unknown) => this.fail(cause))
    })
  }

  private fail(cause: unknown): void {
    this.failed = cause
  }
}

/** Sends SIGINT, as for Ctrl-C; then SIGTERM, because background processes of a script ignore SIGINT; then SIGKILL. */
async function endGroup(child: ChildProcess, graceMs: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
    if (!killGroup(child, signal)) return
    await sleep(graceMs, undefined, { ref: false })
  }
}

/** False when no process is left. */
function killGroup(child: ChildProcess, signal: NodeJS.Signals): boolean {
  if (child.pid === undefined) return false
  try {
    return process.kill(-child.pid, signal)
  } catch {
    return false
  }
}

function cannotStart(cause: unknown, program: string): unknown {
  const code = systemCode(cause)
  if (cause instanceof Stop || code === undefined) return cause
  if (code === 'ENOENT')
    return new Stop(127, `There is no program ${program}. Install it, or give its full path.`, { cause })
  return new Stop(126, `${program} cannot be started: ${code === 'EACCES' ? 'it is not executable' : code}.`, { cause })
}
