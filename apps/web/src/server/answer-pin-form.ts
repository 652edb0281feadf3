import { requestFacts } from '@assay/api/access/request-facts'
import { projectFor, resolveCaller } from '@assay/api/access/resolve-access'
import { readBytes } from '@assay/api/http/read-body'
import { services } from './web-services.ts'

const LIMIT_BYTES = 8_192

/** Handles the form that pins a baseline. @returns `pinned`, `taken-back`, or the code of an error. */
export async function answerPinForm(
  request: Request,
  { project, product }: { project: string; product: string },
): Promise<string> {
  const bytes = await readBytes(request, { packed: LIMIT_BYTES, unpacked: LIMIT_BYTES })
  if (!bytes.ok) return 'document-invalid'
  const version = new URLSearchParams(bytes.value.toString('utf8')).get('version') || null
  const opened = await services()
  const caller = await resolveCaller(opened, requestFacts(request.headers))
  if (!caller.ok) return caller.error.code
  const access = await projectFor(opened, caller.value, project, 'manage')
  if (!access.ok) return access.error.code
  const isDone = await access.value.queries.pins.pin(product, version)
  if (!isDone) return 'not-found'
  return version === null ? 'taken-back' : 'pinned'
}
