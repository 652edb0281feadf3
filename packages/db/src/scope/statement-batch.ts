import type { Connection } from 'pg'
import type { Inner } from './tenant-scoped-query.ts'
import type { Wire } from './wire.ts'

/** A statement with its values in Postgres' text or binary format. Statements with one name have one text. */
export type Step = { name: string; text: string; values: readonly (string | Buffer | null)[] }

/**
 * A batch of statements in one round trip: for a run of 600 values, waiting for each statement would cost more than
 * storing it. If one fails, none has happened and the rest is skipped. (docs/decisions/014-upload-in-one-trip.md)
 *
 * A query of our own for pg, which calls `submit` when the connection is free and `handle…` for each message. It speaks
 * the extended protocol (the manual's chapter on message flow): what comes before one Sync is one transaction, and after
 * an error the server skips everything up to it.
 */
export class StatementBatch implements Inner {
  readonly #steps: readonly Step[]
  readonly #done: (error: Error | null, rows: (string | null)[][]) => void
  readonly #rows: (string | null)[][] = []

  // pg sets a callback where there is none, and calls it when the connection is lost.
  callback = (error: Error | null): void => this.#done(error, this.#rows)

  /** @param done is given the rows that the statements returned, as text. */
  constructor(steps: readonly Step[], done: (error: Error | null, rows: (string | null)[][]) => void) {
    this.#steps = steps
    this.#done = done
  }

  submit(connection: Connection): void {
    // Every connection of pg has these methods; see the type.
    const wire = connection as Wire
    wire.stream.cork()
    for (const { name, text, values } of this.#steps) {
      if (wire.parsedStatements[name] !== text) {
        // It may have been prepared in a round trip that failed later.
        wire.close({ type: 'S', name })
        wire.parse({ name, text })
      }
      wire.bind({ statement: name, values })
      wire.execute({})
    }
    wire.sync()
    wire.stream.uncork()
  }

  handleDataRow(message: object): void {
    // Every message of this kind from pg's parser has fields.
    this.#rows.push((message as { fields: (string | null)[] }).fields)
  }

  handleReadyForQuery(connection: Connection): void {
    const { parsedStatements } = connection as Wire
    for (const { name, text } of this.#steps) parsedStatements[name] = text
    this.callback(null)
  }

  handleError(error: Error): void {
    this.callback(error)
  }

  // Messages that need no answer.
  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleCopyInResponse(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
