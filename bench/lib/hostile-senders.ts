import { setTimeout } from 'node:timers/promises'
import type { Attack } from './hostile-attacks.ts'
import { openEmptyServer } from './open-empty-server.ts'

/**
 * Addresses for documentation (RFC 5737): of an attacker without an account, and of a tenant who attacks with a token.
 */
const [ANONYMOUS, TENANT] = ['192.0.2.66', '198.51.100.66']
/** Maximum pause of a refused sender. */
const MAX_PAUSE_MS = 2_000
/** Concurrent requests of each attack. */
const AT_ONCE = 2

/** How the requests of one attack were answered. */
type Sent = { statuses: Record<string, number>; count: number; answeredBytes: number }
export type SentByAttack = Map<string, Sent>

/** Sends two requests of an attack at once, again and again until a time of `performance.now()`. */
export function sendHostile(url: string, attack: Attack, until: number, sent: SentByAttack): Promise<void>[] {
  const record: Sent = { statuses: {}, count: 0, answeredBytes: 0 }
  sent.set(attack.name, record)
  return Array.from({ length: AT_ONCE }, () => repeat(url, attack, until, record))
}

/** Repeats one attack, and waits as Retry-After requests, but never longer than two seconds. */
async function repeat(url: string, attack: Attack, until: number, sent: Sent): Promise<void> {
  const { statuses } = sent
  while (performance.now() < until) {
    const answer = await ask(url, attack)
    const text = await answer?.text().catch(() => '')
    const status = answer?.status ?? 'connection closed'
    if (Number(status) >= 500 && statuses[status] === undefined) {
      console.log(`${attack.name}: ${status} ${text?.slice(0, 500)}`)
    }
    statuses[status] = (statuses[status] ?? 0) + 1
    sent.count += 1
    sent.answeredBytes += text?.length ?? 0
    const seconds = Number(answer?.headers.get('retry-after') ?? 0)
    if (seconds > 0) await setTimeout(Math.min(seconds * 1_000, MAX_PAUSE_MS))
  }
}

const ask = (url: string, { path, init, isTenant }: Attack, more: Record<string, string> = {}) => {
  const headers = { ...init.headers, ...more, 'x-forwarded-for': isTenant ? TENANT : ANONYMOUS }
  return fetch(`${url}${path}`, { ...init, headers }).catch(() => null)
}

/** Returns the number of answers with 5xx. */
export const countFaults = (sent: SentByAttack): number =>
  [...sent.values()]
    .flatMap(({ statuses }) => Object.entries(statuses))
    .reduce((sum, [status, count]) => sum + (status.startsWith('5') ? count : 0), 0)

/**
 * Sends as many requests in `seconds` as were sent to the product, with the same bodies and answers of the same length,
 * to a server without work.
 */
export async function sendToNobody(attacks: readonly Attack[], sent: SentByAttack, seconds: number): Promise<void> {
  const server = await openEmptyServer()
  const until = performance.now() + seconds * 1_000
  const repeatPaced = async (attack: Attack, { count, answeredBytes }: Sent) => {
    const bytes = { 'x-answer-bytes': String(Math.round(answeredBytes / count)) }
    while (performance.now() < until) {
      const pause = setTimeout((seconds * 1_000 * AT_ONCE) / count)
      await (await ask(server.url, attack, bytes))?.text()
      await pause
    }
  }
  const senders = attacks.flatMap((attack) => {
    const one = sent.get(attack.name)
    return one === undefined || one.count === 0 ? [] : Array.from({ length: AT_ONCE }, () => repeatPaced(attack, one))
  })
  await Promise.all([...senders, setTimeout(seconds * 1_000)])
  await server.end()
}
