import type { Connection, Submittable } from 'pg'
import type { Wire } from './wire.ts'

/** A statement that sets the role and the project until the end of the transaction. */
export type Preamble = { name: string; text: string; values: readonly string[] }

/** The methods of a pg query that the client calls when messages arrive. */
export type Inner = Submittable & {
  readonly name?: string
  readonly text?: string
  handleError(error: Error, connection: Connection): void
  handleReadyForQuery(connection: Connection): void
  handleRowDescription(message: object): void
  handleDataRow(message: object): void
  handleCommandComplete(message: object, connection: Connection): void
  handleEmptyQuery(connection: Connection): void
  handlePortalSuspended(connection: Connection): void
  handleCopyInResponse(connection: Connection): void
}

/**
 * A query with its preamble in one round trip: both lie before one Sync, which makes them one transaction (the manual's
 * chapter on message flow), so the role and the project hold for exactly this query and cost no waiting.
 */
export class TenantScopedQuery implements Submittable {
  readonly #preamble: Preamble
  readonly #inner: Inner
  #isSet = false

  // pg sets a callback where there is none.
  callback = (): void => {}

  constructor(preamble: Preamble, inner: Inner) {
    this.#preamble = preamble
    this.#inner = inner
  }

  /** pg notes a statement as prepared under the name that it finds here, so not before it is the inner one's turn. */
  get name(): string | undefined {
    return this.#isSet ? this.#inner.name : undefined
  }

  get text(): string | undefined {
    return this.#inner.text
  }

  submit(connection: Connection): void {
    // pg makes every connection with these methods; see the type.
    const wire = connection as Wire
    const { name, text, values } = this.#preamble
    wire.stream.cork()
    if (wire.parsedStatements[name] !== text) {
      // It may have been prepared in a round trip that failed later.
      wire.close({ type: 'S', name })
      wire.parse({ name, text })
    }
    wire.bind({ statement: name, values })
    wire.execute({})
    // pg's types say void; its Query answers an error when there is nothing that could be sent.
    const refused = this.#inner.submit(connection) as Error | null | undefined
    wire.stream.uncork()
    if (refused == null) return
    // Without a Sync the scope would last into the next query: this connection is of no use any more.
    wire.stream.destroy()
    this.#inner.handleError(refused, connection)
  }

  handleRowDescription(message: object): void {
    this.#inner.handleRowDescription(message)
  }

  handleDataRow(message: object): void {
    if (this.#isSet) this.#inner.handleDataRow(message)
  }

  handleCommandComplete(message: object, connection: Connection): void {
    if (this.#isSet) {
      this.#inner.handleCommandComplete(message, connection)
      return
    }
    this.#isSet = true
    const { parsedStatements } = connection as Wire
    parsedStatements[this.#preamble.name] = this.#preamble.text
  }

  handleError(error: Error, connection: Connection): void {
    if (!this.#isSet && this.#inner.name !== undefined) {
      delete (connection as Wire).submittedNamedStatements[this.#inner.name]
    }
    this.#inner.handleError(error, connection)
  }

  handleReadyForQuery(connection: Connection): void {
    this.#inner.handleReadyForQuery(connection)
  }

  handleEmptyQuery(connection: Connection): void {
    this.#inner.handleEmptyQuery(connection)
  }

  handlePortalSuspended(connection: Connection): void {
    this.#inner.handlePortalSuspended(connection)
  }

  handleCopyInResponse(connection: Connection): void {
    this.#inner.handleCopyInResponse(connection)
  }
}
