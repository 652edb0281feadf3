import { hash } from 'node:crypto'
import type { DimensionTable } from './dimension-tables.ts'
import type { DimensionRow, PlannedRun } from './plan-upload.ts'

const LIMIT = 50_000
/** Coordinates are new in most runs, so fewer of them are worth their memory. */
const MAX_COORDINATES = 10_000

/**
 * Cache of dimension rows that are known to contain everything that an upload states about them, so that the next
 * upload need not check them. Such rows are never deleted and their facts never change, so entries stay valid. If the
 * database is replaced under a running process, a foreign key violation clears the cache.
 */
export class KnownRows {
  readonly #keys = new Set<string>()
  /** Coordinates and repeat numbers at which a run was stored; it may have been removed since. */
  readonly #runs = new Set<string>()
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

  /** True if a run was stored with the coordinates and the repeat number of this one. */
  hasRunAt(projectId: string, run: PlannedRun): boolean {
    return this.#runs.has(coordinatesOf(projectId, run))
  }

  addRunAt(projectId: string, run: PlannedRun): void {
    if (this.#runs.size >= MAX_COORDINATES) this.#runs.clear()
    this.#runs.add(coordinatesOf(projectId, run))
  }

  clear(): void {
    this.#keys.clear()
    this.#runs.clear()
    this.#lists = new WeakMap()
  }
}

function keyOf(projectId: string, table: DimensionTable, row: DimensionRow): string {
  const text = JSON.stringify(row)
  return `${projectId} ${table.name} ${text.length > 300 ? hash('sha256', text, 'base64') : text}`
}

const coordinatesOf = (projectId: string, run: PlannedRun): string =>
  hash('sha1', [projectId, run.buildId, run.configId, run.hardwareId, run.workloadId, run.repeat].join(' '), 'base64')
