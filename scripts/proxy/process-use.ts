import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { addressSubject } from '@assay/api/http/client-address'
import { FairQueue } from '@assay/api/worker-pool/fair-queue'
import { RecentUse } from '@assay/api/worker-pool/recent-use'

/**
 * Maximum requests of one caller that a process works on at once; the others wait in the proxy. A browser opens six
 * connections.
 */
const MAX_RUNNING = 8
/** The requests that wait are limited by address (address-limits.ts). */
const UNLIMITED = Number.POSITIVE_INFINITY
const HALF_LIFE_MS = 5_000
/** Recent use above which a caller can delay others: on average 0.7 requests in progress. */
const MAX_USE_MS = 5_000
/** A caller who used less than this share of what another one used is delayed by that one. */
const LIGHT_SHARE = 1 / 2
/** Share of the use of an address that counts for each of the credentials that send from it. */
const ADDRESS_SHARE = 1 / 2
/** Time for which a caller counts as a user of the process after its last request. */
const RECENT_MS = 10_000

/** Maximum callers that are remembered; the ones that asked first are forgotten. */
const MAX_CALLERS = 1_000

/** The sender of a request, by address and by credentials, because each of them alone can be shared or changed. */
export type RequestCaller = { address: string; credentials: string | null }

/** Returns the caller of a request; `address` is that of the client. */
export function callerOf({ headers }: IncomingMessage, address: string | null): RequestCaller {
  const secret = headers.authorization ?? headers.cookie
  return {
    address: addressSubject(address),
    credentials: secret === undefined ? null : createHash('sha256').update(secret).digest('base64'),
  }
}

/**
 * Measures how much each caller uses a process by requests that are not heavy: the sum of the times that they are in
 * progress, so that many at once count more.
 */
export class ProcessUse {
  readonly #now: () => number
  /** Times of requests that ended. */
  readonly #ended: RecentUse
  /** Requests in progress, and the sum of the times at which they began. */
  readonly #running = new Map<string, { count: number; beganSum: number }>()
  /** Callers with recent requests. */
  readonly #callers = new Map<string, { caller: RequestCaller; at: number }>()
  readonly #turns = new FairQueue(UNLIMITED, UNLIMITED, MAX_RUNNING)

  /** @param now milliseconds of a monotonic clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#ended = new RecentUse(HALF_LIFE_MS, now)
  }

  /**
   * Waits until the process may work on a request of the caller.
   *
   * @param signal ends the wait when the client has disconnected.
   * @returns a function that ends the turn.
   */
  async takeTurn(caller: RequestCaller, signal: AbortSignal): Promise<() => void> {
    const begun = Promise.withResolvers<() => void>()
    const ended = Promise.withResolvers<void>()
    const work = () => {
      begun.resolve(() => ended.resolve())
      return ended.promise
    }
    this.#turns.run(caller.credentials ?? caller.address, work, signal).catch(begun.reject)
    return begun.promise
  }

  /** Counts a request from now until the returned function is called for the first time. */
  begin(caller: RequestCaller): () => void {
    const began = this.#now()
    const keys = this.#countedKeys(caller)
    for (const key of keys) this.#count(key, 1, began)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      for (const key of keys) {
        this.#count(key, -1, -began)
        this.#ended.add(key, this.#now() - began)
      }
    }
  }

  /** True for a caller who uses the process much, while another one uses it who needs less than half of that. */
  delaysOthers(caller: RequestCaller): boolean {
    const now = this.#now()
    const id = keysOf(caller).join(' ')
    this.#note(id, caller)
    const own = this.#timeOf(caller)
    if (own <= MAX_USE_MS) return false
    for (const [other, { caller: one, at }] of this.#callers) {
      if (now - at > RECENT_MS) this.#callers.delete(other)
      else if (other !== id && this.#timeOfKey(keysOf(one).at(-1) ?? '') < own * LIGHT_SHARE) return true
    }
    return false
  }

  #note(id: string, caller: RequestCaller): void {
    this.#callers.delete(id) // A Map keeps the order of insertion, so that this caller becomes the newest.
    this.#callers.set(id, { caller, at: this.#now() })
    const [oldest] = this.#callers.keys()
    if (this.#callers.size > MAX_CALLERS && oldest !== undefined) this.#callers.delete(oldest)
  }

  /**
   * Requests of credentials that are over the maximum are not counted for their address, which may be that of many
   * callers. Those of many credentials, each within the maximum, are.
   */
  #countedKeys(caller: RequestCaller): string[] {
    const { credentials } = caller
    const isOver = credentials !== null && this.#timeOfKey(credentialsKey(credentials)) > MAX_USE_MS
    return isOver ? [credentialsKey(credentials)] : keysOf(caller)
  }

  #timeOf({ address, credentials }: RequestCaller): number {
    const ofAddress = this.#timeOfKey(addressKey(address))
    if (credentials === null) return ofAddress
    return Math.max(this.#timeOfKey(credentialsKey(credentials)), ofAddress * ADDRESS_SHARE)
  }

  #timeOfKey(key: string): number {
    const { count = 0, beganSum = 0 } = this.#running.get(key) ?? {}
    return this.#ended.of(key) + count * this.#now() - beganSum
  }

  #count(key: string, change: number, began: number): void {
    const { count = 0, beganSum = 0 } = this.#running.get(key) ?? {}
    if (count + change === 0) this.#running.delete(key)
    else this.#running.set(key, { count: count + change, beganSum: beganSum + began })
  }
}

const addressKey = (address: string): string => `address ${address}`
const credentialsKey = (credentials: string): string => `credentials ${credentials}`
/** The last key decides whether the caller uses little, because many callers may share an address. */
const keysOf = ({ address, credentials }: RequestCaller): string[] =>
  credentials === null ? [addressKey(address)] : [addressKey(address), credentialsKey(credentials)]
