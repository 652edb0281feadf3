import type { DimensionContradiction } from '../../types.ts'
import type { DimensionColumn, DimensionTable } from './dimension-tables.ts'
import type { DimensionRow, DimensionValue } from './plan-upload.ts'

/** A stored row by column name. */
export type StoredRow = Readonly<Record<string, unknown>>

export type Difference = { field: string; stored: string; sent: string }

/** The first fact of the upload that contradicts a stored one; null if there is none. */
export function findContradiction(table: DimensionTable, stored: StoredRow, sent: DimensionRow): Difference | null {
  for (const column of table.columns) {
    const [old, mine] = [stored[column.name] ?? null, sent[column.name] ?? null]
    if (mine === null) continue
    if (column.rule === 'fact' && old !== null && old !== mine) {
      return { field: column.field ?? column.name, stored: showValue(old), sent: showValue(mine) }
    }
    if (column.rule === 'facts') {
      const difference = differingFact(column, factsOf(old), factsOf(mine))
      if (difference !== null) return difference
    }
  }
  return null
}

/** True if the upload states a fact that the stored row lacks. */
export function addsToRow(table: DimensionTable, stored: StoredRow, sent: DimensionRow): boolean {
  return table.columns.some((column) => {
    const [old, mine] = [stored[column.name] ?? null, sent[column.name] ?? null]
    if (mine === null || column.rule === 'identity') return false
    if (column.rule === 'fact') return old === null
    if (column.rule === 'facts') return Object.keys(factsOf(mine)).some((name) => !Object.hasOwn(factsOf(old), name))
    return old !== mine // The database decides `largest` and `longest`.
  })
}

/**
 * The statement that inserts rows or merges them into existing ones by the rules of the columns. Its parameters are the
 * project and the rows as JSON; it returns the resulting rows. Merging locks a row until the end of the transaction, so
 * a concurrent upload waits and then sees the merged row.
 */
export function mergeStatement({ name, columns }: DimensionTable): string {
  const names = columns.map((column) => column.name)
  const merged = columns.filter((column) => column.rule !== 'identity')
  const sets = merged.map((column) => `${column.name} = ${mergedValue(name, column)}`)
  return `
    insert into ${name} (project_id, id, ${names.join(', ')})
    select $1, id, ${names.join(', ')}
    from jsonb_to_recordset($2) as sent (id uuid, ${columns.map((column) => `${column.name} ${column.type}`).join(', ')})
    order by id
    on conflict (project_id, id) do ${sets.length === 0 ? 'nothing' : `update set ${sets.join(', ')}`}
    returning ${['id', ...names].map((column) => `${name}.${column}`).join(', ')}`
}

function mergedValue(table: string, { name, rule }: DimensionColumn): string {
  const [old, mine] = [`${table}.${name}`, `excluded.${name}`]
  switch (rule) {
    case 'fact':
    case 'identity':
      return `coalesce(${old}, ${mine})`
    case 'facts':
      return `${mine} || ${old}`
    case 'largest':
      return `greatest(${old}, ${mine})`
    case 'longest': {
      const isLonger = `(length(${mine}), ${mine} collate "C") > (length(${old}), ${old} collate "C")`
      return `case when ${old} is null or ${isLonger} then coalesce(${mine}, ${old}) else ${old} end`
    }
  }
}

/**
 * Describes a contradiction such as `better: higher` of a metric, with the field names of the document and a readable
 * name of the row.
 */
export function asContradiction(
  kind: DimensionContradiction['kind'],
  name: string,
  difference: Difference,
): DimensionContradiction {
  return { code: 'contradiction', kind, name, ...difference }
}

function differingFact(column: DimensionColumn, stored: Facts, sent: Facts): Difference | null {
  for (const [name, mine] of Object.entries(sent)) {
    if (!Object.hasOwn(stored, name) || stored[name] === mine) continue
    return { field: `${column.name}.${name}`, stored: showValue(stored[name]), sent: showValue(mine) }
  }
  return null
}

type Facts = Readonly<Record<string, unknown>>

function factsOf(value: DimensionValue | unknown): Facts {
  // Objects in these columns are JSON objects, by the type of a row and the default of the column.
  return typeof value === 'object' && value !== null ? (value as Facts) : {}
}

const SHOWN_CHARACTERS = 200

/** Long values, such as config texts, are cut to SHOWN_CHARACTERS. */
function showValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}… (${text.length} characters)`
}
