import { scopeOf } from '@assay/db/open'
import type { DueStart, ProjectQueries, StartOutcome } from '@assay/db/types'
import { projectKey } from '@assay/domain/projects/project-key'
import { engineCall } from '@assay/domain/run-engines/run-engine'
import { postWebhook } from '../notifications/post-webhook.ts'
import { signWebhook } from '../notifications/webhook-signature.ts'
import type { Services } from '../services.ts'

type EngineServices = Pick<Services, 'db' | 'vault' | 'addresses' | 'publicUrl' | 'now'>

const OTHER_KEY: StartOutcome = {
  ...{ delivered: false, status: null },
  reply: 'Its secrets were encrypted under another ASSAY_SECRET. Set that secret again, or save the engine again.',
}

/** Asks the engines of all projects to start jobs for requests that wait. */
export async function startEngines(services: EngineServices): Promise<void> {
  for (const project of await services.db.projects.list()) {
    const queries = services.db.in(scopeOf(project))
    await startEnginesOf(services, queries, projectKey(project))
  }
}

async function startEnginesOf(services: EngineServices, { runEngines }: ProjectQueries, project: string) {
  for (const start of await runEngines.due()) {
    const id = await runEngines.claim(start)
    if (id !== null) await runEngines.finish(id, await sendStart(services, project, start))
  }
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
