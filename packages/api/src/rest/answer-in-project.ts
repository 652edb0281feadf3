import { ok, type Result } from '@assay/domain/result'
import { type ProjectAccess, projectFor, type Verb } from '../access/resolve-access.ts'
import type { AppError } from '../errors.ts'
import { jsonResponse, problemResponse } from '../http/problem-document.ts'
import { readJson } from '../http/read-body.ts'
import type { RestCall } from './route.ts'

type Call<P> = Pick<RestCall<P>, 'services' | 'caller' | 'path'>

/**
 * Runs a handler for callers with the permission `verb` on the project; other callers, and errors, get a problem
 * document.
 */
export async function answerInProject<P extends { project: string }>(
  { services, caller, path }: Call<P>,
  verb: Verb,
  answer: (access: ProjectAccess) => Promise<Result<Response, AppError>>,
): Promise<Response> {
  const access = await projectFor(services, caller, path.project, verb)
  if (!access.ok) return problemResponse(access.error)
  const answered = await answer(access.value)
  return answered.ok ? answered.value : problemResponse(answered.error)
}

/** `answerInProject` for JSON requests and responses. The body is read only after the access check. */
export const answerSent = <P extends { project: string }>(
  call: Call<P> & Pick<RestCall<P>, 'request'>,
  verb: Verb,
  answer: (access: ProjectAccess, sent: unknown) => Promise<Result<object, AppError>>,
  status = 200,
): Promise<Response> =>
  answerInProject(call, verb, async (access) => {
    const body = await readJson(call.request, call.caller)
    if (!body.ok) return body
    const answered = await answer(access, body.value)
    return answered.ok ? ok(jsonResponse(answered.value, { status })) : answered
  })
