import { writeLlmsText } from '../../features/docs/llms-text.ts'
import { services } from '../../server/web-services.ts'

export const dynamic = 'force-dynamic'

/** Where agents find the documentation, the API and the MCP server (https://llmstxt.org). */
export async function GET(): Promise<Response> {
  const { publicUrl } = await services()
  return new Response(writeLlmsText(publicUrl), { headers: { 'content-type': 'text/markdown; charset=utf-8' } })
}
