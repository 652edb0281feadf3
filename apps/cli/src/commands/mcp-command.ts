import { once } from 'node:events'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { CommandIo } from '../command-io.ts'
import { readEnvironment, serverName } from '../environment.ts'
import { EXIT, type ExitCode } from '../exit-code.ts'
import { findToken } from '../server/find-token.ts'

/** JSON-RPC code of an error that is neither of the request nor of a method. */
const INTERNAL_ERROR = -32_603

/**
 * Passes messages between an agent on standard input and output and the MCP server of Assay, until the agent closes its
 * end. The token stays in this process: the agent never sees it.
 */
export async function mcp(io: CommandIo): Promise<ExitCode> {
  const environment = readEnvironment(io.variables)
  const token = await findToken(environment)
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  const server = new StreamableHTTPClientTransport(
    new URL(`${environment.serverUrl.href.replace(/\/$/, '')}/api/mcp`),
    {
      fetch: io.fetch,
      // A redirect could lead the token to another server.
      requestInit: { headers, redirect: 'error' },
    },
  )
  const agent = new StdioServerTransport()
  agent.onmessage = (message) => void send(message)
  server.onmessage = (message) => void agent.send(message)
  await server.start()
  await agent.start()
  await once(process.stdin, 'end')
  await server.close()
  await agent.close()
  return EXIT.ok

  async function send(message: JSONRPCMessage): Promise<void> {
    try {
      await server.send(message)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      const text = `${serverName(environment.serverUrl)} did not answer: ${reason}`
      if ('id' in message && message.id !== undefined) {
        await agent.send({ jsonrpc: '2.0', id: message.id, error: { code: INTERNAL_ERROR, message: text } })
      } else await io.log.write(`${text}\n`)
    }
  }
}
