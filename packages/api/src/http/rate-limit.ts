import { createHash } from 'node:crypto'
import type { BudgetStore } from '@assay/db/types'
import type { LimitName, LimitRule, LimitRules, SubjectKind } from './limit-rules.ts'

/** Share of a budget that a process leases at a time; also the possible error of the limit. */
const SLICE = 1 / 20
/** Share of the period for which a lease is valid. The unused rest expires, and the budget has refilled by then. */
const LEASE_FOR = 1 / 2
/** Share of the limit that each process allows on its own while the database is unavailable. */
const ALONE = 1 / 20
const STORE_TIMEOUT_MS = 500
const STORE_PAUSE_MS = 1_000
/** Another process may have returned a part of the budget, so a refusal is checked again after this time. */
const MAX_REFUSAL_MS = 5_000
const MAX_BUDGETS = 20_000

export type Subject = { kind: SubjectKind; id: string }

/** The tightest of the budgets that a request was counted in; null when none applies. */
export type Limited = { name: LimitName; rule: LimitRule; remaining: number } | null
export type Taken = { ok: true; limited: Limited } | { ok: false; limited: Limited; retryAfterSeconds: number }

type Budget = {
  key: string
  rule: LimitRule
  /** Leased from the shared budget and not used yet. */
  left: number
  leasedUntil: number
  /** Remainder of the shared budget at the last lease. */
  shared: number
  refusedUntil: number
  /** Time at which the budget should suffice again. */
  enoughAt: number
  /** A request with a lower cost than this may still fit. */
  refusedCost: number
  leasing: Promise<void> | null
}

/**
 * Counts requests and bytes in budgets that all processes share, without a write for each request: a process leases a
 * slice of a budget and uses it up locally (docs/decisions/064-leased-limits.md).
 */
export class RateLimiter {
  readonly #store: BudgetStore
  readonly #rules: LimitRules
  readonly #now: () => number
  readonly #budgets = new Map<string, Budget>()
  readonly #storeTimeoutMs: number
  #storeAwayUntil = 0

  /**
   * @param now milliseconds of a monotonic clock.
   * @param storeTimeoutMs time after which the database counts as unavailable.
   */
  constructor(
    store: BudgetStore,
    rules: LimitRules,
    {
      now = () => performance.now(),
      storeTimeoutMs = STORE_TIMEOUT_MS,
    }: { now?: () => number; storeTimeoutMs?: number } = {},
  ) {
    this.#store = store
    this.#rules = rules
    this.#now = now
    this.#storeTimeoutMs = storeTimeoutMs
  }

  /** Counts `cost` for each subject that has a rule; refuses when one of their budgets has less than that. */
  async take(name: LimitName, subjects: readonly Subject[], cost = 1): Promise<Taken> {
    let limited: Limited = null
    for (const { kind, id } of subjects) {
      const rule = this.#rules[name][kind]
      if (rule === undefined) continue
      const budget = this.#budget(`${name}:${kind}:${hashed(id)}`, rule)
      const retryAfterSeconds = await this.#takeFrom(budget, Math.min(cost, rule.count))
      const remaining = Math.max(0, Math.floor(budget.left + budget.shared))
      if (retryAfterSeconds !== null) return { ok: false, limited: { name, rule, remaining: 0 }, retryAfterSeconds }
      if (limited === null || remaining / rule.count < limited.remaining / limited.rule.count) {
        limited = { name, rule, remaining }
      }
    }
    return { ok: true, limited }
  }

  /** Returns the seconds after which to try again; null when the cost was counted. */
  async #takeFrom(budget: Budget, cost: number): Promise<number | null> {
    for (;;) {
      const now = this.#now()
      if (now < budget.leasedUntil && budget.left >= cost) {
        budget.left -= cost
        return null
      }
      if (now < budget.refusedUntil && cost >= budget.refusedCost) {
        return Math.max(1, Math.ceil((budget.enoughAt - now) / 1_000))
      }
      // Concurrent requests wait for the same lease.
      budget.leasing ??= this.#lease(budget, cost).finally(() => {
        budget.leasing = null
      })
      await budget.leasing
    }
  }

  async #lease(budget: Budget, need: number): Promise<void> {
    const { key, rule } = budget
    const perSecond = rule.count / rule.seconds
    if (this.#now() >= budget.leasedUntil) budget.left = 0
    // The rest of the slice is used as well, so only the difference is needed.
    const missing = need - budget.left
    const want = Math.max(Math.ceil(missing), Math.floor(rule.count * SLICE), 1)
    const { granted, remaining } = await this.#ask({ key, max: rule.count, perSecond, want, need: missing }, rule)
    const now = this.#now()
    budget.shared = remaining
    if (granted > 0) {
      budget.left += granted
      budget.leasedUntil = now + rule.seconds * LEASE_FOR * 1_000
      budget.refusedUntil = 0
      return
    }
    const waitMs = ((missing - remaining) / perSecond) * 1_000
    budget.enoughAt = now + waitMs
    budget.refusedUntil = now + Math.min(Math.max(waitMs, 1), MAX_REFUSAL_MS)
    budget.refusedCost = need
  }

  async #ask(lease: Parameters<BudgetStore['lease']>[0], rule: LimitRule): ReturnType<BudgetStore['lease']> {
    if (this.#now() >= this.#storeAwayUntil) {
      try {
        return await withTimeout(this.#store.lease(lease), this.#storeTimeoutMs)
      } catch {
        // The request handler finds out whether the database answers; here the request must only not wait, and not go
        // uncounted.
        this.#storeAwayUntil = this.#now() + STORE_PAUSE_MS
      }
    }
    return this.#alone(lease, rule)
  }

  readonly #own = new Map<string, { remaining: number; filledAt: number }>()

  /** A small budget of this process, with the same arithmetic. */
  #alone({ key, want, need }: Parameters<BudgetStore['lease']>[0], { count, seconds }: LimitRule) {
    const limit = Math.max(1, count * ALONE)
    const now = this.#now()
    const own = this.#own.get(key) ?? { remaining: limit, filledAt: now }
    const there = Math.min(limit, own.remaining + ((now - own.filledAt) / 1_000) * (limit / seconds))
    // A cost above the whole budget would never fit, so the largest uploads take all of it.
    const enough = there >= Math.min(need, limit)
    const granted = enough ? Math.max(need, Math.min(want, Math.floor(there))) : 0
    this.#own.set(key, { remaining: Math.max(0, there - granted), filledAt: now })
    forgetOldest(this.#own)
    return { granted, remaining: Math.max(0, there - granted) }
  }

  #budget(key: string, rule: LimitRule): Budget {
    const fresh = { left: 0, leasedUntil: 0, shared: 0, refusedUntil: 0, refusedCost: 0, enoughAt: 0, leasing: null }
    const budget = this.#budgets.get(key) ?? { key, rule, ...fresh }
    // Deleted and inserted again, so that the first key of the map is the least recently used one.
    this.#budgets.delete(key)
    this.#budgets.set(key, budget)
    forgetOldest(this.#budgets)
    return budget
  }
}

function forgetOldest(map: Map<string, unknown>): void {
  const oldest = map.keys().next().value
  if (map.size > MAX_BUDGETS && oldest !== undefined) map.delete(oldest)
}

const hashed = (id: string) => createHash('sha256').update(id).digest('base64url').slice(0, 22)

/** Fails after a short time, because a database that hangs counts as unavailable. */
function withTimeout<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const timer = setTimeout(() => reject(new Error('the database took too long')), timeoutMs)
  answer.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}
