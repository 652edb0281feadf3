import { disableRowSecurity, withoutFilters } from '@assay/db/testing'
import { emptyTally, startLeakProbes, type Tally } from '@assay/testing/tenant-isolation/leak-probes'
import type { Line } from '../lib/print-table.ts'
import { withTestPostgres } from '../lib/test-postgres.ts'

/** Number of operations after which fresh projects are created, so that stored data do not slow down the next ones. */
const ROUND = 10_000

/**
 * Runs random operations of twenty people in five organizations, with and without the application's own filters; and a
 * control without row-level security, which must leak.
 *
 * @throws Error with the first leak.
 */
export function benchTenantIsolation(operations: number): Promise<Line[]> {
  return withTestPostgres(async () => {
    const lines: Line[] = []
    for (const [what, rewrite] of [
      ['as they are', null],
      ['without the filters', withoutFilters],
    ] as const) {
      const began = performance.now()
      const total = emptyTally()
      for (let seed = 1; total.operations < operations; seed++) {
        const probes = await startLeakProbes({ rewrite })
        const count = Math.min(ROUND, operations - total.operations)
        add(total, await probes.run({ count, seed }))
        await probes.stop()
        const [leak] = total.leaks
        if (leak !== undefined) throw new Error(`round ${seed}: ${JSON.stringify(leak)}`)
        console.info(`${what}: ${total.operations} operations, ${total.leaks.length} leaks`)
      }
      const seconds = (performance.now() - began) / 1000
      console.log(
        `${what}: ${JSON.stringify(total.statuses)}, ${total.seen} answers with a leak probe that may be seen, ${total.byLink} of them by a link; ${total.mails} mails`,
      )
      lines.push({
        what: `tenant isolation: leaks in ${total.operations.toLocaleString('en')} operations ${what}, ${Math.round(seconds)} s`,
        value: total.leaks.length,
        unit: 'leaks',
        goal: '0',
      })
    }
    return [...lines, await control()]
  })
}

async function control(): Promise<Line> {
  const probes = await startLeakProbes({ rewrite: withoutFilters })
  await disableRowSecurity(probes.server.url)
  const { leaks } = await probes.run({ count: 1_000, seed: 1 })
  await probes.stop()
  if (leaks.length === 0) throw new Error('The control leaks nothing, so this part proves nothing.')
  return {
    what: 'tenant isolation: the control, 1,000 operations without row-level security',
    value: leaks.length,
    unit: 'leaks',
    goal: 'many',
  }
}

function add(total: Tally, { operations, seen, byLink, mails, statuses, leaks }: Tally): void {
  total.operations += operations
  total.seen += seen
  total.byLink += byLink
  total.mails += mails
  total.leaks.push(...leaks)
  for (const [status, count] of Object.entries(statuses)) total.statuses[status] = (total.statuses[status] ?? 0) + count
}
