import { randomBytes } from 'node:crypto'
import { run } from './empty-database.ts'

/** Names a Citus coordinator with its workers, as `postgresql://USER:PASSWORD@HOST:PORT/postgres` and `HOST:PORT HOST:PORT`. */
export const citusServers = (): { coordinator: URL; workers: string[] } | null => {
  const { ASSAY_TEST_CITUS_URL: url, ASSAY_TEST_CITUS_WORKERS: workers = '' } = process.env
  return url === undefined ? null : { coordinator: new URL(url), workers: workers.split(/[\s,]+/).filter(Boolean) }
}

/** Creates an empty database with the extension on every node, and adds the workers to the coordinator. */
export async function createCitusDatabase({ coordinator, workers }: NonNullable<ReturnType<typeof citusServers>>) {
  const name = `assay_citus_${randomBytes(6).toString('hex')}`
  const nodes = [coordinator.host, ...workers]
  const at = (host: string, database: string) =>
    Object.assign(new URL(coordinator), { host, pathname: `/${database}` }).href
  for (const host of nodes) {
    await run(at(host, 'postgres'), `create database ${name}`)
    await run(at(host, name), 'create extension citus')
  }
  const url = at(coordinator.host, name)
  await run(url, `select citus_set_coordinator_host('${coordinator.hostname}', ${coordinator.port})`)
  for (const worker of workers) {
    const [host, port] = worker.split(':')
    await run(url, `select citus_add_node('${host}', ${port})`)
  }
  await run(url, `alter database ${name} set citus.shard_count = 4`)
  const drop = async () => {
    for (const host of nodes) await run(at(host, 'postgres'), `drop database if exists ${name} with (force)`)
  }
  return { url, ofNode: (host: string) => at(host, name), drop }
}
