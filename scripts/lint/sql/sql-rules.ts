import { endOfClause, isCall, readsWords, splitStatements, type Token, tokenizeSql } from './tokenize-sql.ts'

/** A part of a statement that a distributed or natively partitioned Postgres refuses or answers wrongly. */
export type Violation = { rule: RuleName; at: number; found: string }

export const RULES = {
  'clock-in-do-update': 'a time in "do update": send it as a parameter, or use excluded.COLUMN',
  'clock-in-returning': 'a time in "returning": return the column that stores it',
  'clock-in-case': 'a time in "case" of a write: send it as a parameter, or use excluded.COLUMN',
  'clock-in-coalesce': 'a time in "coalesce" of a write: send it as a parameter, or use excluded.COLUMN',
  'volatile-in-update':
    'a volatile function in an update or delete, which Citus refuses: use statement_timestamp() for a time, and send other values as parameters',
  'format-in-returning': 'JSON or formatted text in "returning": return the columns, and format them in TypeScript',
  'enums-in-returning': 'an array of enums in "returning": read the row by a second statement',
  'constraint-name': 'the name of a constraint, which each shard and partition changes: use SQLSTATE and table',
  'transaction-number':
    'a transaction number or system column, which belongs to one node: use a counter of the project',
} as const
export type RuleName = keyof typeof RULES

const CLOCK_VALUES = new Set(['current_timestamp', 'current_date', 'current_time', 'localtimestamp', 'localtime'])
const CLOCK_CALLS = new Set(['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp', 'timeofday'])
/** Functions whose value changes within a statement. */
const VOLATILE = new Set(['clock_timestamp', 'timeofday', 'random', 'gen_random_uuid', 'uuid_generate_v4', 'nextval'])
const FORMATS = /^(?:jsonb?_(?:build_\w+|agg|object\w*)|to_jsonb?|to_char|row_to_json|array_to_json)$/
const NUMBERS = /^(?:pg_current_xact_id\w*|pg_snapshot_\w+|pg_current_snapshot|pg_xact_\w+|txid_\w+)$/
const SYSTEM_COLUMNS = new Set(['xmin', 'xmax', 'cmin', 'cmax', 'ctid', 'tableoid'])

/** Violations of every statement in a text of SQL. */
export const checkSql = (sql: string): Violation[] => splitStatements(tokenizeSql(sql)).flatMap(checkStatement)

function checkStatement(tokens: readonly Token[]): Violation[] {
  const isWrite = tokens.some((_, at) => startsWrite(tokens, at))
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'word') return []
    if (readsWords(tokens, at, 'do', 'update')) return clocks('clock-in-do-update', tokens, at, endOfUpdate(tokens, at))
    if (readsWords(tokens, at, 'on', 'conflict', 'on', 'constraint')) return [violation('constraint-name', token)]
    if (token.text === 'returning') return checkReturning(tokens, at)
    if (startsChange(tokens, at)) return volatileCalls(tokens, at)
    if (isWrite && token.text === 'case') return clocks('clock-in-case', tokens, at, endOfCase(tokens, at))
    if (isWrite && token.text === 'coalesce' && isCall(tokens, at)) {
      return clocks('clock-in-coalesce', tokens, at, endOfParentheses(tokens, at + 2))
    }
    const isNumber = isCall(tokens, at) ? NUMBERS.test(token.text) : SYSTEM_COLUMNS.has(token.text)
    return isNumber ? [violation('transaction-number', token)] : []
  })
}

const startsChange = (tokens: readonly Token[], at: number) =>
  startsWrite(tokens, at) && (readsWords(tokens, at, 'update') || readsWords(tokens, at, 'delete'))

const volatileCalls = (tokens: readonly Token[], from: number) =>
  tokens
    .slice(from, endOfParentheses(tokens, from))
    .filter(({ kind, text }, i) => kind === 'word' && VOLATILE.has(text) && isCall(tokens, from + i))
    .map((token) => violation('volatile-in-update', token))

function startsWrite(tokens: readonly Token[], at: number): boolean {
  if (readsWords(tokens, at, 'insert', 'into') || readsWords(tokens, at, 'delete', 'from')) return true
  if (readsWords(tokens, at, 'merge', 'into')) return true
  // `update` also occurs in "for update" and "do update".
  const before = tokens[at - 1]?.text ?? ''
  return readsWords(tokens, at, 'update') && !['for', 'do', 'before', 'after', 'or', 'on'].includes(before)
}

function checkReturning(tokens: readonly Token[], from: number): Violation[] {
  const end = endOfParentheses(tokens, from + 1)
  const formats = tokens
    .slice(from, end)
    .filter((token, i) => isCall(tokens, from + i) && FORMATS.test(token.text))
    .map((token) => violation('format-in-returning', token))
  // Prisma casts an array of enums so.
  const enums = tokens
    .slice(from, end)
    .filter((_, i) => [':', ':', 'text', '[', ']'].every((text, at) => tokens[from + i + at]?.text === text))
    .map((token) => violation('enums-in-returning', token))
  return [...clocks('clock-in-returning', tokens, from, end), ...formats, ...enums]
}

function clocks(rule: RuleName, tokens: readonly Token[], from: number, end: number): Violation[] {
  return tokens
    .slice(from, end)
    .filter(
      ({ kind, text }, i) =>
        kind === 'word' && (CLOCK_VALUES.has(text) || (CLOCK_CALLS.has(text) && isCall(tokens, from + i))),
    )
    .map((token) => violation(rule, token))
}

const endOfParentheses = (tokens: readonly Token[], from: number) => endOfClause(tokens, from, () => false)

const endOfUpdate = (tokens: readonly Token[], from: number) =>
  endOfClause(tokens, from, ({ text }) => text === 'returning')

function endOfCase(tokens: readonly Token[], from: number): number {
  let open = 0
  return endOfClause(tokens, from, ({ kind, text }) => {
    if (kind !== 'word') return false
    if (text === 'case') open += 1
    if (text === 'end') open -= 1
    return open === 0
  })
}

const violation = (rule: RuleName, { at, text }: Token): Violation => ({ rule, at, found: text })
