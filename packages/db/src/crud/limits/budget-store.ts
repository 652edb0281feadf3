import { invariant } from '@assay/domain/result'
import { z } from 'zod'
import type { Connection } from '../../connection.ts'
import { readRows } from '../../scope/statements.ts'
import type { BudgetStore } from '../../types.ts'

/** Age of unused budgets that are deleted, because by then they are full again for every period. */
const FORGET_AFTER = "interval '2 days'"
const FORGET_EVERY = 1_000

/**
 * The available budget: the remainder plus the refill since then ($3 per second), limited to the whole budget ($2). The
 * time is that of the row to insert, because a distributed Postgres refuses a clock in "do update".
 */
const THERE = `least($2::float8, b.remaining + $3::float8 * greatest(0, extract(epoch from excluded.filled_at - b.filled_at)))`

/**
 * The granted amount in whole units: at most the wanted one ($4), and 0 if less than the needed one ($5) is available.
 */
const granted = (there: string) => `case when ${there} >= $5::float8 then least($4::float8, floor(${there})) else 0 end`

const LEASE = `
  insert into rate_budget as b (key, remaining, granted, filled_at)
  values ($1, $2::float8 - (${granted('$2::float8')}), ${granted('$2::float8')}, now())
  on conflict (key) do update
    set remaining = ${THERE} - (${granted(THERE)}), granted = ${granted(THERE)}, filled_at = greatest(b.filled_at, excluded.filled_at)
  returning granted, remaining`

const Lease = z.object({ granted: z.number(), remaining: z.number() })

export function budgetStore({ pool }: Connection): BudgetStore {
  let leases = 0
  return {
    async lease({ key, max, perSecond, want, need }) {
      leases += 1
      if (leases % FORGET_EVERY === 0) {
        await pool.query(`delete from rate_budget where filled_at < now() - ${FORGET_AFTER}`)
      }
      const [lease] = await readRows(pool, Lease, {
        name: 'lease-budget',
        text: LEASE,
        values: [key, max, perSecond, want, need],
      })
      invariant(lease !== undefined, 'an upsert that always writes returns its row')
      return lease
    },
  }
}
