import { getOpenApiDocument } from '../../../server/openapi-document.ts'

export const dynamic = 'force-dynamic'

export async function GET(): Promise<Response> {
  return Response.json(await getOpenApiDocument(), { headers: { 'access-control-allow-origin': '*' } })
}
