// Connects the schema engine to Postgres. The stock adapter (7.10.0) needs four corrections, each marked below.

import { randomUUID } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type ErrorCapturingSqlMigrationAwareDriverAdapterFactory,
  type SqlDriverAdapter,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils'
import type pg from 'pg'
import { executeDistributed, isDistributed } from './distributed-script.ts'
import { type Connection, withClient } from './migration-connection.ts'

const OID_CHAR = 18
const OID_TEXT = 25

/** Members that the corrections replace; private in the declared type, present in the pinned version. */
type Patchable = SqlDriverAdapter & {
  performIO(query: SqlQuery): Promise<pg.QueryArrayResult>
  queryRaw(query: SqlQuery): Promise<SqlResultSet>
  onError(error: unknown): never
  underlyingDriver(): pg.Pool
}

/**
 * A factory of connections for the engine. It adds every connection to `opened`, so that the caller can dispose them.
 */
export function schemaAdapterFactory(
  connection: Connection,
  opened: Set<SqlDriverAdapter>,
): ErrorCapturingSqlMigrationAwareDriverAdapterFactory {
  const remember = <T extends SqlDriverAdapter>(adapter: T): T => {
    opened.add(adapter)
    return adapter
  }
  return bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: async () => remember(await open(connection)),
    connectToShadowDb: async () => remember(await openShadow(connection)),
  })
}

async function open(connection: Connection): Promise<SqlDriverAdapter> {
  // 1. Uses the parts of the address, because pg prefers a connection string over `database`, and the shadow database
  // would be the real one.
  const adapter = (await new PrismaPg({ ...connection }).connect()) as unknown as Patchable
  const performIO = adapter.performIO.bind(adapter)
  const queryRaw = adapter.queryRaw.bind(adapter)
  const charColumns = new WeakMap<unknown[], number[]>()
  // 2. The adapter does not know catalog columns of type "char", so they are read as text and declared as characters.
  adapter.performIO = async (query) => {
    const result = await performIO(query)
    const columns = result.fields.flatMap((field, i) => (field.dataTypeID === OID_CHAR ? [i] : []))
    for (const i of columns) Object.assign(result.fields[i] ?? {}, { dataTypeID: OID_TEXT })
    charColumns.set(result.rows, columns)
    return result
  }
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query)
    for (const i of charColumns.get(result.rows) ?? []) result.columnTypes[i] = ColumnTypeEnum.Character
    return result
  }
  // 3. The stock executeScript splits at every semicolon, also inside functions and strings; one simple query does not.
  adapter.executeScript = async (sql) => {
    const client = await adapter.underlyingDriver().connect()
    try {
      if (await isDistributed(client)) await executeDistributed(client, sql)
      else await client.query(sql)
    } catch (error) {
      await client.query('rollback') // A script that opened a transaction leaves it aborted for the next one.
      adapter.onError(error)
    } finally {
      client.release()
    }
  }
  return adapter
}

/** 4. The stock shadow connection drops its database before it disconnects, which fails and leaves it behind. */
async function openShadow(connection: Connection): Promise<SqlDriverAdapter> {
  const database = `assay_shadow_${randomUUID()}`
  await withClient(connection, (client) => client.query(`create database "${database}"`))
  const adapter = await open({ ...connection, database })
  const dispose = adapter.dispose.bind(adapter)
  let disposed = false
  adapter.dispose = async () => {
    if (disposed) return
    disposed = true
    await dispose()
    await withClient(connection, (client) => client.query(`drop database if exists "${database}" with (force)`))
  }
  return adapter
}
