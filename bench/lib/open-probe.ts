import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'
import type { Probed } from './probe-process.ts'

/** Opens a probe of an address of the product, with a server without work as its control. */
export async function openProbe(url: string) {
  const control = fork(join(import.meta.dirname, 'empty-server.ts'))
  const [address] = await once(control, 'message')
  const { port } = z.object({ port: z.number() }).parse(address)
  const probe = fork(join(import.meta.dirname, 'probe-process.ts'))
  return {
    start: () => probe.send({ urls: [url, `http://127.0.0.1:${port}/`] }),
    async stop(): Promise<{ product: Probed; control: Probed }> {
      const answered = once(probe, 'message')
      probe.send('stop')
      const [[product, empty]] = (await answered) as [[Probed, Probed]]
      return { product, control: empty }
    },
    async end(): Promise<void> {
      await Promise.all([probe, control].map(endProcess))
    },
  }
}

function endProcess(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit')
  child.kill()
  return ended
}
