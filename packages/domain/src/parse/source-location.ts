/** A position in a file, with which messages begin. */
export type SourceLocation = { path: string; line?: number }
