import { z } from 'zod'
import type { Statements } from '../../scope/statements.ts'
import { readRows } from '../../scope/statements.ts'
import type { TenantScope } from '../../scope/tenant-scope.ts'
import type { DimensionContradiction } from '../../types.ts'
import { DIMENSION_TABLES, type DimensionTable, type DimensionTableName } from './dimension-tables.ts'
import type { KnownRows } from './known-rows.ts'
import { addsToRow, asContradiction, findContradiction, mergeStatement, type StoredRow } from './merge-rows.ts'
import type { DimensionRow, UploadPlan } from './plan-upload.ts'

/** Rows to write by table, in the order of locks. */
export type DimensionWrites = { table: DimensionTable; rows: readonly DimensionRow[] }[]

/**
 * Tables of sets by their member table. Members are stored in one transaction with their set, so a stored set implies
 * its members.
 */
const SET_OF = new Map<DimensionTableName, DimensionTableName>([
  ['metric_set_entry', 'metric_set'],
  ['test_set_item', 'test_set'],
])

/**
 * Finds what the document adds to the stored dimensions, by one query, or none if everything is known. A contradiction
 * found here is final, because facts never change.
 */
export async function findDimensionWrites(
  scoped: TenantScope,
  known: KnownRows,
  plan: UploadPlan,
): Promise<DimensionWrites | DimensionContradiction> {
  const { projectId } = scoped
  const requested = unknownDimensions(projectId, known, plan)
  if (requested.length === 0) return []
  const stored = await findStored(scoped, requested)
  const writes = new Map<DimensionTableName, readonly DimensionRow[]>()
  for (const { table, rows } of requested) {
    const needed: DimensionRow[] = []
    for (const row of rows) {
      const old = stored.get(table.name)?.get(row.id)
      if (old === undefined) {
        needed.push(row)
        continue
      }
      const contradiction = contradictionOf(table, old, row, plan)
      if (contradiction !== null) return contradiction
      if (addsToRow(table, old, row)) needed.push(row)
      else known.add(projectId, table, row)
    }
    if (needed.length > 0) writes.set(table.name, needed)
  }
  for (const [members, set] of SET_OF) if (writes.has(set)) writes.set(members, plan.dimensions[members]())
  return DIMENSION_TABLES.flatMap((table) => {
    const rows = writes.get(table.name)
    return rows === undefined ? [] : [{ table, rows }]
  })
}

/** The rows of the document that are not known to be stored. */
export const unknownDimensions = (projectId: string, known: KnownRows, plan: UploadPlan): DimensionWrites =>
  DIMENSION_TABLES.filter((table) => !SET_OF.has(table.name)).flatMap((table) => {
    const rows = known.unknownRows(projectId, table, plan.dimensions[table.name]())
    return rows.length === 0 ? [] : [{ table, rows }]
  })

/**
 * Writes the rows in the caller's transaction. A contradiction may appear only here, if a concurrent upload was first.
 */
export async function writeDimensions(
  tx: Statements,
  projectId: string,
  plan: UploadPlan,
  writes: DimensionWrites,
): Promise<DimensionContradiction | null> {
  for (const { table, rows } of writes) {
    const merged = await readRows(tx, TableRow, mergeStatement(table), [projectId, JSON.stringify(rows)])
    const sent = new Map(rows.map((row) => [row.id, row]))
    for (const stored of merged) {
      const row = sent.get(String(stored.id))
      const contradiction = row === undefined ? null : contradictionOf(table, stored, row, plan)
      if (contradiction !== null) return contradiction
    }
  }
  return null
}

const TableRow = z.record(z.string(), z.unknown())
/** Rows by table. */
const StoredRows = z.record(z.string(), z.array(TableRow))

async function findStored(scoped: TenantScope, requested: DimensionWrites) {
  const selects = requested.map(
    ({ table }, index) =>
      `(select coalesce(json_agg(to_json(${table.name})), '[]') from ${table.name}
        where project_id = $1 and id = any($${index + 2}::uuid[])) as ${table.name}`,
  )
  const rows = await readRows(scoped, StoredRows, `select ${selects.join(', ')}`, [
    scoped.projectId,
    ...requested.map((one) => one.rows.map((row) => row.id)),
  ])
  return new Map(
    Object.entries(rows[0] ?? {}).map(([table, found]) => [table, new Map(found.map((row) => [String(row.id), row]))]),
  )
}

function contradictionOf(table: DimensionTable, stored: StoredRow, sent: DimensionRow, plan: UploadPlan) {
  const difference = findContradiction(table, stored, sent)
  if (difference === null || table.kind === null) return null
  const { product, version, benchmark } = plan.document
  const parents = { build: `${product} ${version} `, config: `${product} `, hardware: '', metric: '' }
  const parent = table.kind === 'test' || table.kind === 'workload' ? `${benchmark.name} ` : parents[table.kind]
  return asContradiction(table.kind, `${parent}${String(sent.name)}`, difference)
}
