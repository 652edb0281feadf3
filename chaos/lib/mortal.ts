import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A process that is killed and started again. */
export type Mortal = { kill(): Promise<void>; start(): void; stop(): Promise<void> }

/** Starts a script of this checkout; what it says goes nowhere unless CHAOS_LOUD is set. */
export function startMortal(script: string, variables: Readonly<Record<string, string>>): Mortal {
  let child: ChildProcess | null = null
  const start = () => {
    const stdio = process.env.CHAOS_LOUD === undefined ? 'ignore' : 'inherit'
    child = spawn(process.execPath, [join(root, script)], { cwd: root, env: { ...process.env, ...variables }, stdio })
  }
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill(signal)
    })
  start()
  return { start, kill: () => end('SIGKILL'), stop: () => end('SIGKILL') }
}
