import { type JsonRow, parseJsonPath, selectRows } from '../json-path.ts'
import type { TableChoice } from './table-choice.ts'

/** Maximum rows that are read to find the columns, and their examples. */
const MAX_SAMPLED_ROWS = 200
const MAX_COLUMNS = 60
const MAX_DEPTH = 6
const MAX_NESTING = 3
const MAX_EXAMPLES = 3
const MAX_CHOICES = 6
/** Elements of a list that are searched for lists inside of them. */
const MAX_LOOKED_INTO = 5
const MAX_EXAMPLE = 60

/**
 * The ways to divide JSON documents into rows, the most likely first: each list of objects, each object of similar objects,
 * and the document itself. Each has its columns as paths with examples.
 */
export function describeJson(documents: readonly unknown[]): TableChoice[] {
  const [first] = documents
  const paths = documents.length > 1 ? ['$'] : [...(isObject(first) ? ['$'] : []), ...rowPaths(first, '$', 0)]
  const choices = [...new Set(paths)].flatMap((rows): TableChoice[] => {
    const steps = parseJsonPath(rows)
    if (!steps.ok) return []
    const found = documents.flatMap((document) => selectRows(document, steps.value, MAX_SAMPLED_ROWS))
    const columns = columnsOf(found.slice(0, MAX_SAMPLED_ROWS))
    return columns.some(({ isNumber }) => isNumber)
      ? [{ rows, separator: null, rowCount: found.length, columns: columns.slice(0, MAX_COLUMNS) }]
      : []
  })
  // Rows with more values of their own are more likely results than those that enclose them.
  const own = ({ columns }: TableChoice) =>
    columns.filter(({ name, isNumber }) => isNumber && !/^[$^@]/.test(name)).length
  return choices
    .sort((a, b) => Number(own(b) > 0) - Number(own(a) > 0) || b.rowCount - a.rowCount)
    .slice(0, MAX_CHOICES)
}

/** Paths of the rows in a value: its elements if it is a list of objects or an object of similar objects, and theirs. */
function rowPaths(value: unknown, path: string, depth: number): string[] {
  if (depth > MAX_DEPTH || value === null || typeof value !== 'object') return []
  const elements = elementsOf(value)
  if (elements !== null) {
    const every = `${path}[*]`
    return [every, ...elements.slice(0, MAX_LOOKED_INTO).flatMap((element) => rowPaths(element, every, depth + 1))]
  }
  return Object.entries(value).flatMap(([key, child]) => rowPaths(child, path + memberOf(key), depth + 1))
}

/** The elements that are rows; null for any other value. */
function elementsOf(value: object): unknown[] | null {
  const elements: unknown[] = Array.isArray(value) ? value : Object.values(value)
  if (elements.length === 0 || !elements.every(isObject)) return null
  return Array.isArray(value) || (elements.length > 1 && haveCommonKey(elements)) ? elements : null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

function haveCommonKey(objects: readonly object[]): boolean {
  const [first, ...others] = objects.map((one) => Object.keys(one))
  return (first ?? []).some((key) => others.every((keys) => keys.includes(key)))
}

/** A member as a path spells it, `.latency` or `["p99.9"]`. */
const memberOf = (key: string): string =>
  /^[A-Za-z_][\w-]{0,100}$/.test(key) ? `.${key}` : `["${key.replaceAll('"', '')}"]`

type Found = { name: string; examples: string[]; isNumber: boolean }

/** The columns of rows: their own values, the keys under which they stand, and the values around them. */
function columnsOf(rows: readonly JsonRow[]): Found[] {
  const found = new Map<string, Found>()
  const add = (name: string, value: unknown) => {
    const text = String(value).slice(0, MAX_EXAMPLE)
    const column = found.get(name) ?? { name, examples: [], isNumber: true }
    const isNew = !column.examples.includes(text) && column.examples.length < MAX_EXAMPLES
    found.set(name, {
      ...column,
      examples: isNew ? [...column.examples, text] : column.examples,
      isNumber: column.isNumber && typeof value === 'number',
    })
  }
  for (const row of rows) {
    addValues(row.value, '', 0, add)
    for (let [around, prefix]: [JsonRow | null, string] = [row, '']; around !== null; around = around.parent) {
      if (around !== row) addValues(around.value, around.parent === null ? '$' : prefix, MAX_NESTING - 1, add)
      const key = around.path.at(-1)
      if (typeof key === 'string' && around.parent !== null) add(prefix === '' ? '@key' : `${prefix}.@key`, key)
      prefix += '^'
    }
  }
  return [...found.values()]
}

/** Adds the values of an object, and of objects inside of it, by their paths. */
function addValues(value: unknown, prefix: string, nesting: number, add: (name: string, value: unknown) => void): void {
  if (!isObject(value)) return
  for (const [key, child] of Object.entries(value)) {
    const path = prefix === '' ? memberOf(key).replace(/^\./, '') : prefix + memberOf(key)
    if (child === null || Array.isArray(child)) continue
    if (typeof child === 'object') {
      if (nesting < MAX_NESTING) addValues(child, path, nesting + 1, add)
    } else add(path, child)
  }
}
