import { readEnvironment } from '../../../env.ts'
import { services } from '../../../server/web-services.ts'

export const dynamic = 'force-dynamic'

/** Half a year; the standard recommends less than one year. */
const VALID_MS = 182 * 24 * 3600 * 1000

/** Contact for vulnerability reports (RFC 9116), if the operator configured one. */
export async function GET(): Promise<Response> {
  const { ASSAY_SECURITY_CONTACT: contact } = readEnvironment()
  const { publicUrl, now } = await services()
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  if (contact === undefined)
    return new Response('This server names no contact for security.\n', { status: 404, headers })
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(now().getTime() + VALID_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers })
}
