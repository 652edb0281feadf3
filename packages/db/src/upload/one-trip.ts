import type { Connection, PoolClient, Submittable } from 'pg'

/** A statement with its values as Postgres writes them, or a COPY with its rows. The name is that of its text. */
export type Step = { name: string; text: string } & ({ values: readonly (string | null)[] } | { rows: Buffer })

/**
 * Sends several statements in one go and waits once: for a run of 600 values, waiting for each would cost more than
 * storing it. Outside a transaction they are one, committed when this answers; if one of them fails, none has happened
 * and the rest is not tried. (docs/decisions/014-upload-in-one-trip.md)
 *
 * @returns the rows that the statements returned, as text.
 * @throws the server's error of the first statement that failed.
 */
export function inOneTrip(client: PoolClient, steps: readonly Step[]): Promise<(string | null)[][]> {
  const { promise, resolve, reject } = Promise.withResolvers<(string | null)[][]>()
  client.query(new OneTrip(steps, (error, rows) => (error === null ? resolve(rows) : reject(error))))
  return promise
}

/** What pg's Connection has beyond its published types; pg-copy-streams builds on the same methods. */
type Wire = Connection & {
  readonly parsedStatements: Record<string, string>
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: readonly (string | null)[] }): void
  execute(message: object): void
  close(message: { type: 'S'; name: string }): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/**
 * A query of our own for pg, which calls `submit` when the connection is free and `handle…` for each message. It
 * speaks the extended protocol (the manual's chapter on message flow): what comes before one Sync is one transaction,
 * and after an error the server skips everything up to it, rows of a COPY included.
 */
class OneTrip implements Submittable {
  readonly #steps: readonly Step[]
  readonly #done: (error: Error | null, rows: (string | null)[][]) => void
  readonly #rows: (string | null)[][] = []

  // pg sets a callback where there is none, and calls it when the connection is lost.
  callback = (error: Error | null): void => this.#done(error, this.#rows)

  constructor(steps: readonly Step[], done: (error: Error | null, rows: (string | null)[][]) => void) {
    this.#steps = steps
    this.#done = done
  }

  submit(connection: Connection): void {
    // pg makes every connection with these methods; see the type.
    const wire = connection as Wire
    wire.stream.cork()
    for (const step of this.#steps) {
      if (wire.parsedStatements[step.name] !== step.text) {
        // It may have been prepared on a trip that failed later.
        wire.close({ type: 'S', name: step.name })
        wire.parse({ name: step.name, text: step.text })
      }
      wire.bind({ statement: step.name, values: 'values' in step ? step.values : [] })
      wire.execute({})
      if ('rows' in step) {
        wire.sendCopyFromChunk(step.rows)
        wire.endCopyFrom()
      }
    }
    wire.sync()
    wire.stream.uncork()
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows.push(fields)
  }

  handleReadyForQuery(connection: Connection): void {
    const { parsedStatements } = connection as Wire
    for (const { name, text } of this.#steps) parsedStatements[name] = text
    this.callback(null)
  }

  handleError(error: Error): void {
    this.callback(error)
  }

  // Messages that need no answer: the rows of a COPY were sent before it was announced.
  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleCopyInResponse(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
