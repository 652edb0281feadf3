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
  /** Projects that know all rows of a list. */
  #lists = new WeakMap<readonly DimensionRow[], Set<string>>()

  /** The rows of a document that are not known. The same list of rows, as of a remembered plan, is compared only once. */
  unknownRows(projectId: string, table: DimensionTable, rows: readonly DimensionRow[]): readonly DimensionRow[] {
    if (this.#lists.get(rows)?.has(projectId)) return []
    const unknown = rows.filter((row) => !this.#keys.has(keyOf(projectId, table, row)))
    if (unknown.length === 0 && rows.length > 1) {
      this.#lists.set(rows, (this.#lists.get(rows) ?? new Set()).add(projectId))
    }
    return unknown
  }

  add(projectId: string, table: DimensionTable, row: DimensionRow): void {
    if (this.#keys.size >= LIMIT) this.#keys.clear()
    this.#keys.add(keyOf(projectId, table, row))
  }

  clear(): void {
    this.#keys.clear()
    this.#lists = new WeakMap()
  }
}

function keyOf(projectId: string, table: DimensionTable, row: DimensionRow): string {
  const text = JSON.stringify(row)
  return `${projectId} ${table.name} ${text.length > 300 ? hash('sha256', text, 'base64') : text}`
}
