import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { endProcess, openEmptyServer } from './open-empty-server.ts'
import type { Probed } from './probe-process.ts'

/** Opens a probe of an address of the product, with a server without work as its control. */
export async function openProbe(url: string) {
  const control = await openEmptyServer()
  const probe = fork(join(import.meta.dirname, 'probe-process.ts'))
  return {
    start: () => probe.send({ urls: [url, control.url] }),
    async stop(): Promise<{ product: Probed; control: Probed }> {
      const answered = once(probe, 'message')
      probe.send('stop')
      const [[product, empty]] = (await answered) as [[Probed, Probed]]
      return { product, control: empty }
    },
    async end(): Promise<void> {
      await Promise.all([endProcess(probe), control.end()])
    },
  }
}
