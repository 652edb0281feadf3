import { handleTrpc } from '@assay/api/http/handle-trpc'
import { restRoutes } from '@assay/api/rest/routes'
import { type Pool, sampleInput } from '../fuzz-requests/sample-input.ts'
import { listProcedures } from '../server/list-procedures.ts'
import type { TestServer } from '../server/test-server.ts'

const ORIGIN = 'http://assay.test'

export type Choose = (count: number) => number

/** A procedure or REST operation that can be called with generated input. */
export type EntryPoint = {
  name: string
  /**
   * The object that the call names: a project, an organization, a link that opens one object for its holder, or none,
   * for lists of everything that the caller can read.
   */
  reach: 'project' | 'organization' | 'link' | 'anywhere'
  call(requested: {
    project: string
    headers: Record<string, string>
    pool: Pool
    choose: Choose
    optional: () => boolean
  }): Promise<Response>
}

function reachOf(fields: readonly string[]): EntryPoint['reach'] {
  if (fields.includes('project')) return 'project'
  if (fields.includes('secret')) return 'link'
  return fields.includes('organization') ? 'organization' : 'anywhere'
}

/** Lists all entry points of the tRPC router and of the REST routes. */
export function listEntryPoints(server: TestServer): EntryPoint[] {
  const ofTrpc = listProcedures().map(([name, { _def }]): EntryPoint => {
    return {
      name,
      reach: reachOf(Object.keys(sampleInput(_def.inputs, {}, undefined, () => true))),
      call({ project, headers, pool, choose, optional }) {
        const input = { ...sampleInput(_def.inputs, pool, choose, optional), project }
        const url = `${ORIGIN}/api/trpc/${name}`
        const json = JSON.stringify(input)
        const request =
          _def.type === 'query'
            ? new Request(`${url}?input=${encodeURIComponent(json)}`, { headers })
            : new Request(url, {
                method: 'POST',
                body: json,
                headers: { ...headers, 'content-type': 'application/json' },
              })
        return handleTrpc(request, server.services, '/api/trpc')
      },
    }
  })
  const ofRest = restRoutes.map((route): EntryPoint => {
    return {
      name: route.operationId,
      // An upload without a project goes to the project of its token, and its response repeats only the request.
      reach: route.path.includes('{organization}')
        ? 'organization'
        : route.path === '/api/v1/projects'
          ? 'anywhere'
          : 'project',
      call({ project, headers, pool, choose, optional }) {
        const values: Record<string, unknown> = { ...sampleInput([route.pathSchema], pool, choose), project }
        const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
        const requested =
          route.querySchema === undefined ? {} : sampleInput([route.querySchema], pool, choose, optional)
        const inQuery = requested.project === undefined ? requested : { ...requested, project }
        const query = new URLSearchParams(
          Object.entries(inQuery).map(([name, value]): [string, string] => [name, String(value)]),
        )
        const [body] = route.bodies ?? []
        const sent =
          body === undefined
            ? null
            : JSON.stringify(body.schema ? sampleInput([body.schema], pool, choose, optional) : {})
        return server.send(`${path}?${query}`, {
          method: route.method.toUpperCase(),
          headers: body === undefined ? headers : { ...headers, 'content-type': body.mediaType },
          ...(sent === null ? {} : { body: sent }),
        })
      },
    }
  })
  return [...ofTrpc, ...ofRest]
}
