import { requestFacts } from '@assay/api/access/request-facts'
import { resolveCaller } from '@assay/api/access/resolve-access'
import { readBytes } from '@assay/api/http/read-body'
import { excludeResults, includeResults } from '@assay/api/validity/exclude-results'
import { services } from './web-services.ts'

/** Maximum bytes of a form with a reason and two ids, with room for the percent-encoding of other scripts. */
const LIMIT_BYTES = 32_768

type Of = { project: string; runId: string }

/** Handles the form that excludes or includes a run. @returns `taken-out`, `brought-back`, or the code of an error. */
export async function answerValidityForm(request: Request, { project, runId }: Of): Promise<string> {
  const form = await readForm(request)
  if (form === null) return 'document-invalid'
  const opened = await services()
  const caller = await resolveCaller(opened, requestFacts(request.headers))
  if (!caller.ok) return caller.error.code
  const writing = { services: opened, caller: caller.value, project }
  const withdrawn = form.get('withdraw')
  if (withdrawn !== null) {
    const answer = await includeResults(writing, { runId, id: withdrawn })
    return answer.ok ? 'brought-back' : answer.error.code
  }
  const resultId = form.get('result') || null
  const answer = await excludeResults(writing, { runId, input: { resultId, reason: form.get('reason') ?? '' } })
  return answer.ok ? 'taken-out' : answer.error.code
}

async function readForm(request: Request): Promise<URLSearchParams | null> {
  const bytes = await readBytes(request, { packed: LIMIT_BYTES, unpacked: LIMIT_BYTES })
  return bytes.ok ? new URLSearchParams(bytes.value.toString('utf8')) : null
}
