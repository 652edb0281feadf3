import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestFacts } from '@assay/api/access/request-facts'
import { projectFor, resolveCaller } from '@assay/api/access/resolve-access'
import type { Services } from '@assay/api/services'
import { parseProjectKey, pathOfProject, projectPath } from '@assay/domain/projects/project-key'

const SHORT = /^\/p\/([^/?#]+)/

/**
 * Redirects a page below `/p/NAME`, the address of earlier versions, to `/o/ORG/p/NAME`.
 *
 * @returns false for other requests, and for a project that the caller cannot read: the page then answers as for one
 *   that does not exist.
 */
export async function redirectShortAddress(
  services: Services,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { method, url = '' } = request
  const [start = '', named = ''] = SHORT.exec(url) ?? []
  const key = parseProjectKey(named)
  if (key === null || (method !== 'GET' && method !== 'HEAD')) return false
  const path = key.organization === null ? await findPath(services, request, named) : projectPath(named)
  if (path === null) return false
  // The target depends on the caller, so no cache may answer others with it.
  response.writeHead(308, { location: `${path}${url.slice(start.length)}`, 'cache-control': 'private, no-store' })
  response.end()
  return true
}

const headersOf = ({ headers }: IncomingMessage) => ({
  get: (name: string) => headers[name.toLowerCase()]?.toString() ?? null,
})

async function findPath(services: Services, request: IncomingMessage, name: string): Promise<string | null> {
  const caller = await resolveCaller(services, requestFacts(headersOf(request)))
  const access = caller.ok ? await projectFor(services, caller.value, name, 'read') : null
  return access?.ok === true ? pathOfProject(access.value.project) : null
}
