import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Product } from './product.ts'
import type { Phase, Times } from './victim-process.ts'

/**
 * Opens the tenant whose requests are measured, in a process and session of its own.
 *
 * @param firstRun number of the first run that it stores.
 */
export function openVictim(product: Product, firstRun: number) {
  const child = fork(join(import.meta.dirname, 'victim-process.ts'), { detached: true })
  let nextRun = firstRun
  let faults = 0
  return {
    pid: child.pid ?? 0,
    faults: () => faults,
    /** Returns the times of each kind of request until `phase` resolves. */
    async during(phase: Promise<unknown>): Promise<Times> {
      child.send({ product, from: nextRun })
      await phase
      const answered = once(child, 'message')
      child.send('stop')
      // The process sends this type.
      const [measured] = (await answered) as [Phase]
      nextRun += measured.times.upload.length
      faults += measured.faults.length
      for (const fault of measured.faults) console.log(`the tenant got ${fault}`)
      return measured.times
    },
    async end(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
