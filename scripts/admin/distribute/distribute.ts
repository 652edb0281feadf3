import { parseDatabaseUrl, whereIs, withClient } from '../../lib/migrate/migration-connection.ts'
import { PlainError } from '../../lib/plain-error.ts'
import type { Settings } from '../../start/settings.ts'
import { distributeTables } from './distribute-tables.ts'
import { countServerSessions, type DistributionPlan, planDistribution } from './distribution-plan.ts'

/** Distributes the tables of DATABASE_URL over the nodes of Citus, or prints what it would do. */
export async function distribute(
  { databaseUrl: pooledUrl, directUrl: databaseUrl = pooledUrl }: Settings,
  _path: string,
  { dryRun }: { dryRun: boolean },
) {
  if (databaseUrl === undefined) {
    throw new PlainError(
      'The embedded Postgres cannot be distributed. Move to a Postgres with Citus first (docs/operations.md), and name it in DATABASE_URL.',
    )
  }
  const where = whereIs(parseDatabaseUrl(databaseUrl))
  return withClient(parseDatabaseUrl(databaseUrl), async (client) => {
    const plan = await planDistribution(client)
    const sessions = await countServerSessions(client)
    if (dryRun) {
      printPlan(where, plan)
      if (sessions > 0) console.log(`Stop the servers and workers first; they have ${sessions} connections.`)
      return 0
    }
    if (sessions > 0) {
      throw new PlainError(`Servers or workers have ${sessions} connections to ${where}. Stop them and try again.`)
    }
    await distributeTables(client, plan)
    console.log(
      `${where}: ${plan.distributed.length} tables were distributed over ${plan.nodes.length} nodes, and ${plan.references.length} were copied to every node.`,
    )
    return 0
  })
}

function printPlan(where: string, { nodes, references, distributed, local, done }: DistributionPlan): void {
  const list = (tables: DistributionPlan['distributed']) =>
    tables.length === 0 ? '  none' : tables.map(({ name, rows }) => `  ${name} (${rows})`).join('\n')
  console.log(`${where}, nodes ${nodes.join(', ')}. Nothing was changed. Rows are in parentheses.

Would be distributed by project:
${list(distributed)}

Would be copied to every node:
${list(references)}

Stay on the coordinator: ${local.join(', ')}
Distributed or copied before: ${done}`)
}
