import type { Caller } from '../access/resolve-access.ts'
import { appError } from '../errors.ts'
import type { Services } from '../services.ts'
import { LIMIT_BYTES } from './body-size-limits.ts'
import { addressSubject } from './client-address.ts'
import type { LimitName } from './limit-rules.ts'
import { isCountedElsewhere } from './move-request.ts'
import { problemResponse } from './problem-document.ts'
import type { Limited, Subject, Taken } from './rate-limit.ts'

/** The subjects that a request is counted for: token and project, or person, or else the address. */
export function subjectsOf(caller: Caller): Subject[] {
  switch (caller.kind) {
    case 'token':
      return [
        { kind: 'token', id: caller.id },
        { kind: 'project', id: caller.project.id },
      ]
    case 'person':
      return [{ kind: 'person', id: caller.person.id }]
    case 'anonymous':
      return [addressOf(caller.request)]
  }
}

export const addressOf = (request: { address: string | null }): Subject => ({
  kind: 'address',
  id: addressSubject(request.address),
})

/** The budget that a request is counted in, its cost, and its bytes, which count for uploads only. */
export type RequestCost = { name: LimitName; cost: number; bytes?: number }

/** Bytes that a request announces; the maximum size of a document when it announces none. */
export function announcedBytes(request: Request): number {
  if (request.body === null) return 0
  const announced = request.headers.get('content-length')
  return announced === null || !/^\d+$/.test(announced) ? LIMIT_BYTES.document : Number(announced)
}

/** Counts a request, and for an upload also its bytes and the daily quotas. */
export async function limitCall(
  { limits }: Services,
  caller: Caller,
  { name, cost, bytes = 0 }: RequestCost,
): Promise<Taken> {
  if (isCountedElsewhere()) return { ok: true, limited: null }
  // Reports of leaked tokens are counted by address, with or without a token.
  const subjects = name === 'leaked-tokens' ? [addressOf(caller.request)] : subjectsOf(caller)
  // An anonymous upload is refused later; until then it is counted like any other request.
  if (name !== 'upload' || caller.kind === 'anonymous') {
    return limits.take(name === 'upload' ? 'api' : name, subjects, cost)
  }
  const taken = await limits.take('upload', subjects, cost)
  if (!taken.ok) return taken
  const runs = await limits.take('upload-runs', subjects, cost)
  if (!runs.ok) return runs
  const counted = await limits.take('upload-bytes', subjects, bytes)
  return counted.ok ? taken : counted
}

/** The 429 response to a request over its limit. */
export function tooManyResponse({ limited, retryAfterSeconds }: Extract<Taken, { ok: false }>): Response {
  const rule = limited === null ? '' : ` (${limited.name}: ${limited.rule.count} in ${limited.rule.seconds} s)`
  const detail = `Too many requests${rule}. Nothing was stored; try again in ${retryAfterSeconds} s.`
  return problemResponse(appError('too-many-requests', detail), {
    'retry-after': String(retryAfterSeconds),
    ...Object.fromEntries(limitHeaders(limited)),
  })
}

/** The headers with the remainder of the tightest budget (draft-ietf-httpapi-ratelimit-headers). */
export function limitHeaders(limited: Limited): [name: string, value: string][] {
  if (limited === null) return []
  const { name, rule, remaining } = limited
  const fullIn = Math.ceil((rule.count - remaining) / (rule.count / rule.seconds))
  return [
    ['ratelimit-policy', `"${name}";q=${rule.count};w=${rule.seconds}`],
    ['ratelimit', `"${name}";r=${remaining};t=${fullIn}`],
  ]
}
