import { setTimeout } from 'node:timers/promises'
import type { JobTasks } from '@assay/db/types'
import type { Services } from '../services.ts'
import { findChanges, listProducts } from './find-changes.ts'

const REST = 3
const LONGEST_REST_MS = 60_000

/** What a worker of this server does; as many of them as wanted may work, on as many machines. */
export const backgroundTasks = (services: Services): JobTasks => ({
  'find-changes': async (payload) => {
    const began = performance.now()
    const { left } = await findChanges(services, payload)
    if (left) await services.db.jobs.ask('find-changes', payload, `${payload.projectId} ${payload.product}`)
    // While uploads pour in they come first: a look takes a quarter of the time at most.
    await setTimeout(Math.min(REST * (performance.now() - began), LONGEST_REST_MS))
  },
  deliver: async () => {},
})

/**
 * Starts the worker that every server has inside, and asks it to look at everything once: what was uploaded while no
 * worker had ever run was asked of nobody.
 */
export async function startWorker(services: Services): Promise<{ stop(): Promise<void> }> {
  const worker = await services.db.jobs.work(backgroundTasks(services), { concurrency: 1 })
  for (const { id } of await services.db.projects.list()) {
    for (const product of await listProducts(services, id)) {
      await services.db.jobs.ask('find-changes', { projectId: id, product }, `${id} ${product}`)
    }
  }
  return worker
}
