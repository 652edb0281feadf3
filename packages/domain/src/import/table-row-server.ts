import type { Fields } from './fields.ts'
import type { ImportContext, SourceFile } from './import-context.ts'

/** Decodes the name of a server in a table. Adds a problem and returns null when it is not a server name. */
export function serverOfRow(
  context: ImportContext,
  { path }: SourceFile,
  row: { line: number; server: string },
): Fields | null {
  const server = context.decoder.server(row.server)
  if (server !== null && server.problem === null) return server.fields
  const message =
    server?.problem ?? `\`${row.server}\` is not the name of a server; expected one such as pg181 or my8407_rel.z12a`
  context.problems.push({ file: path, line: row.line, message })
  return null
}
