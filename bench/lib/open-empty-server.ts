import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'

/** Opens the server without work, in a process and session of its own. */
export async function openEmptyServer(): Promise<{ url: string; pid: number; end(): Promise<void> }> {
  const child = fork(join(import.meta.dirname, 'empty-server.ts'), { detached: true })
  const [address] = await once(child, 'message')
  const { port } = z.object({ port: z.number() }).parse(address)
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, end: () => endProcess(child) }
}

export async function endProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
