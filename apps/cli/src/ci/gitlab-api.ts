import { z } from 'zod'
import { EXIT } from '../exit-code.ts'
import { Stop } from '../stop.ts'
import type { GitLabJob } from './ci-variables.ts'

const Rows = z.union([z.array(z.looseObject({})), z.looseObject({}).transform((row) => [row])])
type Body = { method: 'POST' | 'PUT'; body: Readonly<Record<string, string>> }

/** Sends a request below the project of the job, and returns its rows (one for a single object). Throws a Stop. */
export async function gitlabRequest(
  { apiUrl, projectId, token }: GitLabJob,
  fetch: typeof globalThis.fetch,
  path: string,
  sent?: Body,
): Promise<Record<string, unknown>[]> {
  if (token === undefined || token === '')
    throw new Stop(
      EXIT.usage,
      'GITLAB_TOKEN is not set. Add an access token of the project with the scope api as a masked CI/CD variable.',
    )
  const response = await fetch(`${apiUrl}/projects/${encodeURIComponent(projectId)}/${path}`, {
    method: sent?.method ?? 'GET',
    headers: { 'private-token': token, 'content-type': 'application/json' },
    ...(sent === undefined ? {} : { body: JSON.stringify(sent.body) }),
  })
  if (!response.ok) throw new Stop(EXIT.refused, `GitLab answered ${response.status} to ${path.split('?')[0]}.`)
  return Rows.parse(await response.json())
}
