import { scopeOf } from '@assay/db/open'
import type { DueStart, StartOutcome } from '@assay/db/types'
import { projectKey } from '@assay/domain/projects/project-key'
import { engineCall } from '@assay/domain/run-engines/run-engine'
import { postWebhook } from '../notifications/post-webhook.ts'
import { signWebhook } from '../notifications/webhook-signature.ts'
import { log } from '../observability/log.ts'
import type { Services } from '../services.ts'
import { FairQueue } from '../worker-pool/fair-queue.ts'

type EngineServices = Pick<Services, 'db' | 'vault' | 'addresses' | 'publicUrl' | 'now'>

const OTHER_KEY: StartOutcome = {
  ...{ delivered: false, status: null },
  reply: 'Its secrets were encrypted under another ASSAY_SECRET. Set that secret again, or save the engine again.',
}

/** Messages that are sent at once, and those of one project, whose engine may answer slowly or never. */
const MAX_RUNNING = 16
const MAX_RUNNING_OF_PROJECT = 2
/** Messages that are due after this time wait for the next call, a minute after this one. */
const MAX_ROUND_MS = 45_000

/**
 * Asks the engines of all projects to start jobs for requests that wait. Engines of one project that do not answer delay
 * those of no other.
 */
export async function startEngines(services: EngineServices): Promise<void> {
  const queue = new FairQueue(MAX_RUNNING, Number.POSITIVE_INFINITY, MAX_RUNNING_OF_PROJECT)
  const until = performance.now() + MAX_ROUND_MS
  const sending: Promise<void>[] = []
  for (const project of await services.db.projects.list()) {
    const { runEngines } = services.db.in(scopeOf(project))
    const send = async (start: DueStart) => {
      if (performance.now() > until) return
      const id = await runEngines.claim(start)
      if (id !== null) await runEngines.finish(id, await sendStart(services, projectKey(project), start))
    }
    const failed = (err: unknown) =>
      log.error({ component: 'run-engines', err, project: project.slug }, 'an engine was not asked to start a job')
    const due = await runEngines.due().catch((err: unknown) => {
      failed(err)
      return []
    })
    sending.push(...due.map((start) => queue.run(project.id, () => send(start)).catch(failed)))
  }
  await Promise.all(sending)
}

async function sendStart(
  { vault, addresses, publicUrl, now }: EngineServices,
  project: string,
  start: DueStart,
): Promise<StartOutcome> {
  const [address, secret] = [vault.open(start.addressSealed), vault.open(start.secretSealed)]
  const credential = start.credentialSealed === null ? null : vault.open(start.credentialSealed)
  const isOpen = start.credentialSealed === null || credential !== null
  if (address === null || secret === null || !isOpen) return OTHER_KEY
  const { requestId: request, runner, attempt, command, parameters } = start
  const call = engineCall(
    { engine: start.engine, ref: start.ref, address, credential },
    { server: publicUrl, project, runner, request, attempt, command, parameters },
  )
  const headers = { ...call.headers, 'assay-signature': signWebhook(secret, call.body, now()) }
  return postWebhook({ url: call.url, body: call.body, headers }, addresses)
}
