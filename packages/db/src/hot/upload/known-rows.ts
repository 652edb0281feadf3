import { hash } from 'node:crypto'
import type { DimensionTable } from './dimension-tables.ts'
import type { DimensionRow } from './plan-upload.ts'

const LIMIT = 50_000

/**
 * Dimension rows that are known to be stored with everything that an upload says of them, so that the next upload
 * need not ask. Such rows are never deleted, also not with their last run, and facts never change, so what was true stays true; a database that was
 * replaced under a running process shows as a missing parent and clears this.
 */
export class KnownRows {
  readonly #keys = new Set<string>()

  has(projectId: string, table: DimensionTable, row: DimensionRow): boolean {
    return this.#keys.has(keyOf(projectId, table, row))
  }

  add(projectId: string, table: DimensionTable, row: DimensionRow): void {
    if (this.#keys.size >= LIMIT) this.#keys.clear()
    this.#keys.add(keyOf(projectId, table, row))
  }

  clear(): void {
    this.#keys.clear()
  }
}

function keyOf(projectId: string, table: DimensionTable, row: DimensionRow): string {
  const said = JSON.stringify(row)
  return `${projectId} ${table.name} ${said.length > 300 ? hash('sha256', said, 'base64') : said}`
}
