import type { Fields } from './fields.ts'
import type { PlacedFile, Reading } from './import-context.ts'

/** Decodes the name of a server in a table; null, with a problem, when it is not one. */
export function serverOfRow(
  reading: Reading,
  { path }: PlacedFile,
  row: { line: number; server: string },
): Fields | null {
  const server = reading.decoder.server(row.server)
  if (server !== null && server.problem === null) return server.fields
  const message =
    server?.problem ?? `\`${row.server}\` is not the name of a server; hoped for one such as pg181 or my8407_rel.z12a`
  reading.problems.push({ file: path, line: row.line, message })
  return null
}
