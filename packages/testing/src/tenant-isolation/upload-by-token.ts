import type { Visibility } from '@assay/db/types'
import { exampleDocument } from '../server/example-document.ts'
import type { TwoOrganizations } from './two-organizations.ts'

/** Uploads runs by a token of the project. */
export async function uploadByToken(site: TwoOrganizations, project: string, count = 1): Promise<void> {
  const visibility = project.slice(project.indexOf('-') + 1) as Visibility
  const token = site.headersOf('service-token', visibility).authorization ?? ''
  for (let at = 0; at < count; at++) {
    const runId = crypto.randomUUID()
    const answer = await site.send(`/api/v1/runs/${runId}?onConflict=repeat`, {
      method: 'PUT',
      body: JSON.stringify(exampleDocument({ runId, version: `1.${at}`, startedAt: new Date().toISOString() })),
      headers: { authorization: token, 'content-type': 'application/json' },
    })
    if (answer.status >= 300) throw new Error(await answer.text())
  }
}
