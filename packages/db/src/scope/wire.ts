import type { Connection } from 'pg'

/** What pg's Connection has beyond its published types; pg-copy-streams builds on the same methods. */
export type Wire = Connection & {
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: readonly (string | Buffer | null)[] }): void
  execute(message: object): void
  close(message: { type: 'S'; name: string }): void
}
