import { requestFacts } from '../access/request-facts.ts'
import { type Caller, resolveCaller } from '../access/resolve-access.ts'
import type { Services } from '../services.ts'
import { addressOf, limitCall, limitHeaders, type RequestCost, tooManyResponse } from './limit-request.ts'
import { problemResponse } from './problem-document.ts'
import { expiryHeaders } from './token-headers.ts'

type Admitted = { ok: true; caller: Caller; addHeaders: (headers: Headers) => void } | { ok: false; answer: Response }

/**
 * Resolves the caller and counts the request, before any of its body is read. An unknown token is counted for the
 * address of its sender.
 *
 * @returns the response that refuses the request; otherwise its caller, and a function that adds the headers about
 *   limits and about the expiry of the token to the response.
 */
export async function admitRequest(request: Request, services: Services, cost: RequestCost): Promise<Admitted> {
  const facts = requestFacts(request.headers)
  const caller = await resolveCaller(services, facts)
  if (!caller.ok) {
    const counted = await services.limits.take('api', [addressOf(facts)])
    return { ok: false, answer: counted.ok ? problemResponse(caller.error) : tooManyResponse(counted) }
  }
  const counted = await limitCall(services, caller.value, cost)
  if (!counted.ok) return { ok: false, answer: tooManyResponse(counted) }
  const added = [...expiryHeaders(caller.value, services.now()), ...limitHeaders(counted.limited)]
  return {
    ok: true,
    caller: caller.value,
    addHeaders: (headers) => {
      for (const [name, value] of added) headers.set(name, value)
    },
  }
}
