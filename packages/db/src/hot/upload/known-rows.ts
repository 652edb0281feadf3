import { hash } from 'node:crypto'
import type { DimensionTable } from './dimension-tables.ts'
import type { DimensionRow } from './plan-upload.ts'

const LIMIT = 50_000

/**
 * Cache of dimension rows that are known to contain everything that an upload states about them, so that the next
 * upload need not check them. Such rows are never deleted and their facts never change, so entries stay valid. If the
 * database is replaced under a running process, a foreign key violation clears the cache.
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
  const text = JSON.stringify(row)
  return `${projectId} ${table.name} ${text.length > 300 ? hash('sha256', text, 'base64') : text}`
}
