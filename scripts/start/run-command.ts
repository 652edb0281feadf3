import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { PlainError } from '../lib/plain-error.ts'

/**
 * Runs a Node program of the checkout to its end, without output.
 *
 * @param what name of the step in the message: `build`.
 * @throws PlainError with the whole output, when it fails.
 */
export async function runNode(
  [program, ...args]: [program: string, ...args: string[]],
  { what, env, cwd = ROOT, signal }: { what: string; env: NodeJS.ProcessEnv; cwd?: string; signal: AbortSignal },
): Promise<void> {
  signal.throwIfAborted()
  // A separate process group, so that its workers can be ended with it.
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const endGroup = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
  }
  signal.addEventListener('abort', endGroup)
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', keep)
  const [code] = await once(child, 'close')
  signal.removeEventListener('abort', endGroup)
  signal.throwIfAborted()
  if (code === 0) return
  if (/ENOSPC|No space left/i.test(output)) {
    throw new PlainError(`The step "${what}" failed because the disk is full. Free about 1 GB and try again.`)
  }
  throw new PlainError(`The step "${what}" failed:\n${output.trim()}`)
}
