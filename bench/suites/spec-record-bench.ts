import { startTestServer } from '@assay/testing/server/test-server'
import { reviewedSpec } from '@assay/testing/specs/reviewed-spec'
import { listChanges, unseenChanges } from '@assay/testing/specs/tamper-record'
import type { Line } from '../lib/print-table.ts'
import { withTestPostgres } from '../lib/test-postgres.ts'

/** Changes every value of the stored record of a resolved spec, one at a time, and verifies it after each change. */
export function benchSpecRecord(): Promise<Line[]> {
  return withTestPostgres(async () => {
    const server = await startTestServer()
    try {
      const { name, as, specId } = await reviewedSpec(server)
      const problems = async () => (await as('mia').specs.verify({ project: 'lab', name })).problems
      const changes = await listChanges(server.url, specId)
      const unseen = await unseenChanges(changes, async () => (await problems()).length > 0)
      for (const one of unseen) console.error(one)
      return [
        { what: 'changes of the record of a resolved spec', value: changes.length, unit: 'changes' },
        { what: 'the same, not found', value: unseen.length, unit: 'changes', goal: '0' },
        {
          what: 'control: problems of the record without a change',
          value: (await problems()).length,
          unit: '',
          goal: '0',
        },
      ]
    } finally {
      await server.stop()
    }
  })
}
