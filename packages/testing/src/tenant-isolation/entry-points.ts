import { handleTrpc } from '@assay/api/http/handle-trpc'
import { restRoutes } from '@assay/api/rest/routes'
import { appRouter } from '@assay/api/router'
import type { z } from 'zod'
import { type Pool, sampleInput } from '../fuzz-requests/sample-input.ts'
import type { TestServer } from '../server/test-server.ts'

const ORIGIN = 'http://assay.test'

export type Choose = (count: number) => number

/** A procedure or REST operation that can be called with an input made up for it. */
export type Door = {
  name: string
  /**
   * What it names: a project, an organization, a link that opens one thing to whoever has it, or nothing, when it lists what
   * the caller may read anywhere.
   */
  reach: 'project' | 'organization' | 'link' | 'anywhere'
  call(asked: {
    project: string
    headers: Record<string, string>
    pool: Pool
    choose: Choose
    optional: () => boolean
  }): Promise<Response>
}

function reachOf(fields: readonly string[]): Door['reach'] {
  if (fields.includes('project')) return 'project'
  if (fields.includes('secret')) return 'link'
  return fields.includes('organization') ? 'organization' : 'anywhere'
}

type Procedure = { _def: { type: string; inputs: z.ZodType[] } }

/** Every one of the router and of the REST routes. */
export function allDoors(server: TestServer): Door[] {
  // tRPC's public types leave out the flat record of procedures that its own adapters read.
  const { procedures } = (appRouter as unknown as { _def: { procedures: Record<string, Procedure> } })._def
  const ofTrpc = Object.entries(procedures).map(([name, { _def }]): Door => {
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
  const ofRest = restRoutes.map((route): Door => {
    return {
      name: route.operationId,
      // An upload that names no project goes to that of its token, and answers with nothing but what was sent.
      reach: route.path.includes('{organization}')
        ? 'organization'
        : route.path === '/api/v1/projects'
          ? 'anywhere'
          : 'project',
      call({ project, headers, pool, choose, optional }) {
        const values: Record<string, unknown> = { ...sampleInput([route.pathSchema], pool, choose), project }
        const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
        const asked = route.querySchema === undefined ? {} : sampleInput([route.querySchema], pool, choose, optional)
        const inQuery = asked.project === undefined ? asked : { ...asked, project }
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
