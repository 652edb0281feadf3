import { err, ok, type Result } from '../../result.ts'

/** A step of a path: the name of a member, an index, every element, the key of the row, or the enclosing row. */
export type JsonStep =
  | { kind: 'member'; name: string }
  | { kind: 'index'; index: number }
  | { kind: 'every' }
  | { kind: 'key' }
  | { kind: 'parent' }
  | { kind: 'root' }

const STEP =
  /^(?:(?<root>\$)|(?<parent>\^)|(?<key>@key)|\.?\[(?<every>\*)\]|\.?\[(?<index>\d{1,6})\]|\.?\["(?<quoted>[^"]{1,200})"\]|\.?(?<name>[^.[\]$^@"\s][^.[\]"]{0,199}))/

/**
 * Parses a path in the part of JSONPath (RFC 9535) that selects values: `$.results[*].latency["p99.9"]`. Inside of a
 * row `@key` is the name or index under which the row stands, and `^` the row around it.
 */
export function parseJsonPath(path: string): Result<JsonStep[], string> {
  const steps: JsonStep[] = []
  for (let rest = path.trim(); rest !== ''; ) {
    const found = STEP.exec(rest)
    if (found?.groups === undefined) return err(`is not a path at ${JSON.stringify(rest.slice(0, 40))}`)
    const { root, parent, key, every, index, quoted, name } = found.groups
    if (root !== undefined) steps.push({ kind: 'root' })
    else if (parent !== undefined) steps.push({ kind: 'parent' })
    else if (key !== undefined) steps.push({ kind: 'key' })
    else if (every !== undefined) steps.push({ kind: 'every' })
    else if (index !== undefined) steps.push({ kind: 'index', index: Number(index) })
    else steps.push({ kind: 'member', name: (quoted ?? name ?? '').trim() })
    rest = rest.slice(found[0].length)
  }
  return ok(steps)
}

/** A value that `[*]` selected, with its path and the row around it. */
export type JsonRow = { value: unknown; path: readonly (string | number)[]; parent: JsonRow | null }

/** A value on the way along a path, and the row that it is in. */
type Cursor = Pick<JsonRow, 'value' | 'path'> & { row: JsonRow }

/** The rows that a path with `[*]` selects; without one a single row. Never more than `maxRows` + 1. */
export function selectRows(document: unknown, steps: readonly JsonStep[], maxRows: number): JsonRow[] {
  const root: JsonRow = { value: document, path: [], parent: null }
  let cursors: Cursor[] = [{ ...root, row: root }]
  for (const step of steps) cursors = cursors.flatMap((cursor) => stepInto(cursor, step)).slice(0, maxRows + 1)
  // A path that ends in a member selects the value of each row as a row of its own.
  return cursors.map(({ value, path, row }) => (path === row.path ? row : { value, path, parent: row }))
}

/** The value at a path of a row; undefined when there is none. */
export function selectValue(row: JsonRow, steps: readonly JsonStep[]): unknown {
  let cursor: Cursor = { ...row, row }
  for (const step of steps) {
    if (step.kind === 'key') return cursor.path.at(-1)
    const [next] = stepInto(cursor, step)
    if (next === undefined) return undefined
    cursor = next
  }
  return cursor.value
}

function stepInto({ value, path, row }: Cursor, step: JsonStep): Cursor[] {
  const at = (found: JsonRow): Cursor => ({ ...found, row: found })
  switch (step.kind) {
    case 'root':
      return [at(rootOf(row))]
    case 'parent':
      return row.parent === null ? [] : [at(row.parent)]
    case 'key':
      return []
    case 'every':
      return entriesOf(value).map(([key, child]) => at({ value: child, path: [...path, key], parent: row }))
    default: {
      const key = step.kind === 'member' ? step.name : step.index
      const child = childOf(value, key)
      return child === undefined ? [] : [{ value: child, path: [...path, key], row }]
    }
  }
}

function rootOf(row: JsonRow): JsonRow {
  let root = row
  while (root.parent !== null) root = root.parent
  return root
}

const entriesOf = (value: unknown): [string | number, unknown][] =>
  Array.isArray(value)
    ? value.map((item: unknown, i) => [i, item])
    : value !== null && typeof value === 'object'
      ? Object.entries(value)
      : []

function childOf(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return typeof key === 'number' ? (value[key] as unknown) : undefined
  if (value === null || typeof value !== 'object') return undefined
  return new Map<string, unknown>(Object.entries(value)).get(String(key))
}
