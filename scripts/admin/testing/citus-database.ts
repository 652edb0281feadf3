import { randomBytes } from 'node:crypto'
import { run } from './empty-database.ts'

export type CitusServers = { coordinator: URL; workers: string[] }

/** Names a Citus coordinator with its workers, as `postgresql://USER:PASSWORD@HOST:PORT/postgres` and `HOST:PORT HOST:PORT`. */
export const citusServers = (): CitusServers | null => {
  const { ASSAY_TEST_CITUS_URL: url, ASSAY_TEST_CITUS_WORKERS: workers = '' } = process.env
  return url === undefined ? null : { coordinator: new URL(url), workers: workers.split(/[\s,]+/).filter(Boolean) }
}

/**
 * Creates an empty database with the extension on every node, and adds the workers to the coordinator.
 *
 * @param fill fills the database of the coordinator before it has the extension.
 */
export async function createCitusDatabase(
  { coordinator, workers }: CitusServers,
  fill: (url: string) => Promise<unknown> = async () => undefined,
) {
  const name = `assay_citus_${randomBytes(6).toString('hex')}`
  const nodes = [coordinator.host, ...workers]
  const at = (host: string, database: string) =>
    Object.assign(new URL(coordinator), { host, pathname: `/${database}` }).href
  const url = at(coordinator.host, name)
  for (const host of nodes) await run(at(host, 'postgres'), `create database ${name}`)
  await fill(url)
  for (const host of nodes) await run(at(host, name), 'create extension citus')
  await run(url, `select citus_set_coordinator_host('${coordinator.hostname}', ${coordinator.port})`)
  for (const worker of workers) {
    const [host, port] = worker.split(':')
    await run(url, `select citus_add_node('${host}', ${port})`)
  }
  await run(url, `alter database ${name} set citus.shard_count = 4`)
  const drop = async () => {
    for (const host of nodes) await run(at(host, 'postgres'), `drop database if exists ${name} with (force)`)
  }
  /** Ends all sessions, those of Citus too, so that the database can be copied. */
  const closeToOthers = async () => {
    for (const host of nodes) {
      await run(at(host, 'postgres'), `alter database ${name} with allow_connections false`)
      await run(
        at(host, 'postgres'),
        `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
      )
    }
  }
  return { url, name, nodes, ofNode: (host: string) => at(host, name), closeToOthers, drop }
}
