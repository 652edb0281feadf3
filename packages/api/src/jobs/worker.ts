import { setTimeout } from 'node:timers/promises'
import { scopeOf } from '@assay/db/open'
import type { JobTasks } from '@assay/db/types'
import { erasedWithFiles, removeFiles } from '../attachments/remove-files.ts'
import { findChanges, listProducts, POURING } from '../findings/detect-regressions.ts'
import { deliver } from '../notifications/deliver-message.ts'
import { releaseConfirmed, tendMessages } from '../notifications/process-outbox.ts'
import type { Services } from '../services.ts'

const REST = 3
const SHORTEST_REST_MS = 200
const LONGEST_REST_MS = 10_000
const ASK_ALL_MS = 2 * 60_000
const DELIVERIES_AT_ONCE = 4
const EVERY_MINUTE = '* * * * *'

/** What a worker of this server does; as many of them as wanted may work, on as many machines. */
export const backgroundTasks = (services: Services): JobTasks => ({
  'find-changes': async (payload) => {
    const began = performance.now()
    const { left, touched } = await findChanges(services, payload)
    if (left) await services.db.jobs.ask('find-changes', payload, `${payload.projectId} ${payload.product}`)
    await releaseConfirmed(services, payload.projectId)
    // While uploads pour in a look takes a quarter of the time at most; otherwise the next upload is not kept waiting.
    const took = performance.now() - began
    await setTimeout(Math.min(REST * took, touched > POURING ? LONGEST_REST_MS : SHORTEST_REST_MS))
  },
  deliver: (payload) => deliver(services, payload),
  'tend-messages': () => tendMessages(services),
  'remove-files': (payload) => removeFiles(services, payload),
})

/**
 * Starts the worker that every server has inside, and that `npm run worker` is. Now and then, and when it starts, it asks
 * for a look at everything: a process that is killed after an upload was stored and before its look was asked for is
 * asked for by nobody else. A look that finds nothing new costs a few statements.
 */
export async function startWorker(services: Services): Promise<{ stop(): Promise<void> }> {
  const tasks = backgroundTasks(services)
  const looking = await services.db.jobs.work({ 'find-changes': tasks['find-changes'] }, { concurrency: 1 })
  // Telling waits for no look, and a receiver that is slow keeps no other from its messages.
  const telling = await services.db.jobs.work(
    { deliver: tasks.deliver, 'tend-messages': tasks['tend-messages'] },
    { concurrency: DELIVERIES_AT_ONCE, clockwork: { 'tend-messages': EVERY_MINUTE } },
  )
  await askForAll(services)
  const asking = setInterval(() => void askForAll(services).catch(() => undefined), ASK_ALL_MS).unref()
  return {
    async stop() {
      clearInterval(asking)
      await Promise.all([looking.stop(), telling.stop()])
    },
  }
}

async function askForAll(services: Services): Promise<void> {
  const ask = (projectId: string) => services.db.jobs.ask('remove-files', { projectId }, `${projectId} files`)
  for (const id of await erasedWithFiles(services)) await ask(id)
  for (const project of await services.db.projects.list()) {
    const { id } = project
    if ((await services.db.in(scopeOf(project)).goneFiles.waiting()).length > 0) await ask(id)
    for (const product of await listProducts(services, id)) {
      await services.db.jobs.ask('find-changes', { projectId: id, product }, `${id} ${product}`)
    }
  }
}
