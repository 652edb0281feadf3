import { handleMcp } from '@assay/api/mcp/handle-mcp'
import { MCP_PATH } from '@assay/api/mcp/mcp-path'
import { handleRest } from '@assay/api/rest/handle-rest'
import type { Services } from '@assay/api/services'

/** Answers requests to the interfaces for programs, which no page framework is in front of. */
export function handleApi(request: Request, services: Services): Promise<Response> {
  return new URL(request.url).pathname === MCP_PATH ? handleMcp(request, services) : handleRest(request, services)
}
