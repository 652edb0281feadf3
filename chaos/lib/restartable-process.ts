import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Servers and workers print the first when they have started and have queued every job that a killed process left. */
const READY = /at work|waits for requests/

/** A process that is killed and started again. */
export type RestartableProcess = {
  kill(): Promise<void>
  start(): void
  /** Resolves when the running process has started; rejects when it exits before that. */
  ready(): Promise<void>
  stop(): Promise<void>
}

/** Starts a script of this checkout. Its output is shown only when CHAOS_LOUD is set. */
export function startRestartableProcess(
  script: string,
  variables: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): RestartableProcess {
  let running = run(script, variables, args)
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      const { child } = running
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill(signal)
    })
  return {
    start: () => {
      running = run(script, variables, args)
    },
    ready: () => running.ready,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGKILL'),
  }
}

function run(
  script: string,
  variables: Readonly<Record<string, string>>,
  args: readonly string[],
): { child: ChildProcess; ready: Promise<void> } {
  const isLoud = process.env.CHAOS_LOUD !== undefined
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ready = new Promise<void>((resolve, reject) => {
    for (const output of [child.stdout, child.stderr]) {
      output?.on('data', (chunk: Buffer) => {
        if (isLoud) process.stdout.write(chunk)
        if (READY.test(chunk.toString())) resolve()
      })
    }
    child.once('exit', (code, signal) => reject(new Error(`${script} ended before it was ready: ${signal ?? code}`)))
  })
  // Most processes are killed before their exit is awaited.
  ready.catch(() => undefined)
  return { child, ready }
}
