/** The position from which something was read. Messages begin with it. */
export type SourceLocation = { path: string; line?: number }
