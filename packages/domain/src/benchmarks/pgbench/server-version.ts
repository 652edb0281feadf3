import type { Fields } from '../../import/fields.ts'
import type { ImportContext, SourceFile } from '../../import/import-context.ts'
import type { PgbenchOutput } from './pgbench-output.ts'

/**
 * The product and the version that a report states. A name wins, because a pooler reports a version of its own, except
 * where the report only completes it: 18.1 for `pg18`.
 */
export function factsOfServer({ serverVersion: server }: PgbenchOutput, { directory, named }: SourceFile): Fields {
  const { product, version } = { ...directory.fields, ...named?.fields }
  const isPostgres = product === undefined || product === 'PostgreSQL'
  const isKnown = version !== undefined && !completes(server, version)
  return {
    // pgbench tests Postgres unless the user names another product that speaks its protocol.
    ...(product === undefined ? { product: 'PostgreSQL' } : {}),
    ...(server === null || !isPostgres || isKnown ? {} : { version: server }),
  }
}

const completes = (server: string | null, version: string): boolean =>
  server?.startsWith(version) === true && !/^\d/.test(server.slice(version.length))

/** Reports a server of another version than the path states, unless a person stated the version. */
export function checkServer(
  context: ImportContext,
  output: PgbenchOutput,
  { path, directory, named, corrected }: SourceFile,
) {
  const { product, version } = { ...directory.fields, ...named?.fields }
  const server = output.serverVersion
  const isStated = context.overrides.version !== undefined || corrected.version !== undefined
  if (server === null || version === undefined || isStated || product !== 'PostgreSQL') return
  if (!/^\d+(?:\.\d+)*$/.test(version) || completes(server, version) || version.startsWith(server)) return
  const message = `was written by a server of version ${server}, though its path says ${version}; state the right one with --set version=NAME`
  context.problems.push({ file: path, message })
}
