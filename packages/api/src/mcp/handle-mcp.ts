import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { z } from 'zod'
import { CLIENT_ADDRESS_HEADER, REQUEST_ID_HEADER } from '../access/request-facts.ts'
import type { Caller } from '../access/resolve-access.ts'
import { appError } from '../errors.ts'
import { admitRequest } from '../http/admit-request.ts'
import { bodyCost } from '../http/call-cost.ts'
import { withFaultResponse } from '../http/fault-response.ts'
import { announcedBytes } from '../http/limit-request.ts'
import { problemResponse } from '../http/problem-document.ts'
import { documentBudget, readJson } from '../http/read-body.ts'
import { refuseTokenInUrl } from '../http/token-headers.ts'
import { handleRest } from '../rest/handle-rest.ts'
import { createCaller } from '../router.ts'
import type { Services } from '../services.ts'
import { trpcError } from '../trpc.ts'
import { createMcpServer } from './create-mcp-server.ts'
import { MCP_PATH } from './mcp-path.ts'
import type { ToolContext } from './tool.ts'

const Problem = z.looseObject({ detail: z.string() })

/** Headers that say who sends a request; cookies are not among them, so that no page of another site acts for a person. */
const IDENTIFYING = ['authorization', CLIENT_ADDRESS_HEADER, REQUEST_ID_HEADER]

/**
 * The MCP server over streamable HTTP, without sessions: each POST is one message, and its response is JSON. The caller
 * is that of the token in the header Authorization, and limits are those of REST.
 */
export function handleMcp(sent: Request, services: Services): Promise<Response> {
  return withFaultResponse(async () => {
    const refused = refuseTokenInUrl(sent)
    if (refused !== null) return refused
    if (sent.method !== 'POST') {
      const detail = `${sent.method} is not for ${MCP_PATH}; use POST. This server keeps no sessions.`
      return problemResponse(appError('method-not-allowed', detail), { allow: 'POST' })
    }
    const request = withoutCookies(sent)
    const bytes = announcedBytes(request)
    const admitted = await admitRequest(request, services, { name: 'api', cost: 1 + bodyCost(bytes), bytes })
    if (!admitted.ok) return admitted.answer
    const message = await readJson(request, admitted.caller, documentBudget())
    if (!message.ok) return problemResponse(message.error)
    if (Array.isArray(message.value)) {
      return problemResponse(appError('body-malformed', 'Send one JSON-RPC message; batches are not accepted.'))
    }
    const answer = await answerMessage(request, { services, caller: admitted.caller, message: message.value })
    admitted.addHeaders(answer.headers)
    return answer
  })
}

type Received = { services: Services; caller: Caller; message: unknown }

async function answerMessage(request: Request, { services, caller, message }: Received): Promise<Response> {
  const server = createMcpServer(toolContext(request, services, caller))
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: message })
  } finally {
    await server.close()
  }
}

function toolContext(request: Request, services: Services, caller: Caller): ToolContext {
  return {
    services,
    caller,
    api: createCaller({ services, caller }, { signal: request.signal }),
    link: (path) => `${services.publicUrl}${path}`,
    async rest(path, init) {
      const headers = new Headers(init.headers)
      for (const name of IDENTIFYING) copyHeader(request.headers, headers, name)
      const response = await handleRest(new Request(`${services.publicUrl}${path}`, { ...init, headers }), services)
      const body: unknown = await response.json()
      if (response.ok) return body
      throw trpcError(appError('query-invalid', Problem.parse(body).detail))
    },
  }
}

function copyHeader(from: Headers, to: Headers, name: string): void {
  const value = from.get(name)
  if (value !== null) to.set(name, value)
}

function withoutCookies(request: Request): Request {
  const headers = new Headers(request.headers)
  headers.delete('cookie')
  return new Request(request, { headers })
}
