import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { z } from 'zod'
import type { Services } from '../../services.ts'
import { handleMcp } from '../handle-mcp.ts'
import { MCP_PATH } from '../mcp-path.ts'

const Content = z.array(z.object({ text: z.string() }))

/** The reference client, connected as the holder of a token; null is a guest. */
export async function connectMcp({ services }: { services: Services }, bearer: string | null): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const headers: Record<string, string> = bearer === null ? {} : { authorization: `Bearer ${bearer}` }
  const fetch = (request: Request | URL | string, init?: RequestInit) => handleMcp(new Request(request, init), services)
  const address = new URL(`http://assay.test${MCP_PATH}`)
  await client.connect(new StreamableHTTPClientTransport(address, { fetch, requestInit: { headers } }))
  // A client that knows the output schemas checks every answer.
  await client.listTools()
  return client
}

export async function callTool(client: Client, name: string, input: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: input })
  const text = Content.parse(result.content)
    .map((part) => part.text)
    .join('\n')
  return { text, failed: result.isError === true, data: result.structuredContent }
}
