import { Client } from 'pg'
import { checkSql, RULES } from '../lint/sql/sql-rules.ts'

// Every statement that a test sends keeps the rules of a distributed Postgres: the check of source files cannot see what
// functions and Prisma put together. (docs/decisions/205-sql-that-distributes.md)

const CHECKED = Symbol.for('assay.checks-sent-sql')
const seen = new Set<string>()

if (!(CHECKED in Client.prototype)) {
  const send = Client.prototype.query
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const text = textOf(args[0])
    if (text !== null && !seen.has(text)) checkOnce(text)
    return Reflect.apply(send, this, args)
  } as Client['query']
  Object.defineProperty(Client.prototype, CHECKED, { value: true })
}

/** The queue of graphile-worker stays on one node. */
const isOfQueue = (text: string) => text.includes('graphile_worker')

function checkOnce(text: string): void {
  const [violation] = isOfQueue(text) ? [] : checkSql(text)
  if (violation !== undefined) {
    throw new Error(`The statement breaks ${violation.rule}: ${RULES[violation.rule]}.\n${text.slice(0, 2_000)}`)
  }
  seen.add(text)
}

function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement
  if (typeof statement !== 'object' || statement === null || !('text' in statement)) return null
  return String(statement.text)
}
