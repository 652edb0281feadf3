import { endOfClause, isCall, readsWords, splitStatements, type Token, tokenizeSql } from './tokenize-sql.ts'

/** A default that calls a function, and its column. */
type VolatileDefault = { table: string; column: string; call: string; migration: string }

export const DEFAULT_RULE =
  'a default that only the node knows which evaluates it: send the value, or let a trigger set it where the row is stored'

/** Functions whose values do not depend on the node: clocks of the nodes agree, and ids are random. */
const ALLOWED_CALLS = new Set(['now', 'clock_timestamp', 'gen_random_uuid', 'timezone'])
const WORDS_AFTER_DEFAULT = new Set([
  'not',
  'null',
  'constraint',
  'check',
  'references',
  'primary',
  'unique',
  'generated',
])

export type Migration = { name: string; sql: string }

/** Defaults with other functions after all migrations. A default that a later migration drops is not listed. */
export function findVolatileDefaults(migrations: readonly Migration[]): VolatileDefault[] {
  let found: VolatileDefault[] = []
  for (const { name, sql } of migrations) {
    for (const tokens of splitStatements(tokenizeSql(sql))) {
      const table = tableOf(tokens)
      if (table === null) continue
      found.push(...defaultsOf(tokens, table, name))
      const gone = droppedColumns(tokens)
      found = found.filter((one) => one.table !== table || !gone.has(one.column))
    }
  }
  return found
}

function tableOf(tokens: readonly Token[]): string | null {
  const isTable = readsWords(tokens, 0, 'create', 'table') || readsWords(tokens, 0, 'alter', 'table')
  if (!isTable) return null
  const name = tokens.slice(2).find(({ text }) => !['if', 'not', 'exists', 'only'].includes(text))
  return name?.text ?? null
}

function defaultsOf(tokens: readonly Token[], table: string, migration: string): VolatileDefault[] {
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'word' || token.text !== 'default') return []
    const end = endOfClause(
      tokens,
      at + 1,
      ({ kind, text }) => text === ',' || (kind === 'word' && WORDS_AFTER_DEFAULT.has(text)),
    )
    const call = tokens.slice(at + 1, end).find(({ text }, i) => isCall(tokens, at + 1 + i) && !ALLOWED_CALLS.has(text))
    return call === undefined ? [] : [{ table, column: columnBefore(tokens, at), call: call.text, migration }]
  })
}

/** The column whose definition holds a position: the first word after the last comma or parenthesis that opens the list. */
function columnBefore(tokens: readonly Token[], at: number): string {
  let depth = 0
  let start = 0
  for (let i = at - 1; i > 0; i -= 1) {
    const text = tokens[i]?.text
    if (text === ')') depth += 1
    else if (text === '(' && depth > 0) depth -= 1
    else if (depth === 0 && (text === '(' || text === ',' || text === 'column')) {
      start = i + 1
      break
    }
  }
  const name = tokens.slice(start).find(({ text }) => !['if', 'not', 'exists'].includes(text))
  return name?.text ?? ''
}

/** Columns that an "alter table" drops, or whose default it drops. */
function droppedColumns(tokens: readonly Token[]): Set<string> {
  const columns = tokens.flatMap((_, at) => {
    if (readsWords(tokens, at, 'drop', 'column')) {
      const name = tokens.slice(at + 2).find(({ text }) => !['if', 'exists'].includes(text))
      return name === undefined ? [] : [name.text]
    }
    const isDefault = readsWords(tokens, at, 'alter', 'column') && readsWords(tokens, at + 3, 'drop', 'default')
    return isDefault ? [tokens[at + 2]?.text ?? ''] : []
  })
  return new Set(columns)
}
