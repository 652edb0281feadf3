import { redact } from '@assay/domain/parse/redact'
import { askMysql } from './ask-mysql.ts'
import { askPostgres } from './ask-postgres.ts'
import { addressInWords, type ServerAddress } from './server-address.ts'
import type { ServerFacts } from './server-facts.ts'

export type ServerAnswer = { facts: ServerFacts; why: null } | { facts: null; why: string }

/**
 * Reads the facts of a server, or returns the reason why they are unknown. It never throws, so that the benchmark runs
 * in any case.
 */
export async function askServer(address: ServerAddress | null): Promise<ServerAnswer> {
  if (address === null) {
    return {
      facts: null,
      why: 'no connection to the database is known, so it was not asked for its version: state one with --server, ASSAY_SERVER or the options of the benchmark',
    }
  }
  try {
    return { facts: await (address.kind === 'postgres' ? askPostgres(address) : askMysql(address)), why: null }
  } catch (cause) {
    return {
      facts: null,
      why: `The ${address.kind === 'postgres' ? 'Postgres' : 'MySQL'} server at ${addressInWords(address)} did not answer: ${redact(reasonOf(cause))}`,
    }
  }
}

/** A name with several addresses that all refuse gives an AggregateError without a message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0])
  if (!(cause instanceof Error)) return String(cause)
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return cause.message === '' ? code : cause.message
}
