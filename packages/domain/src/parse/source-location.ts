/** Where something was read: the first thing that a message about it says. */
export type SourceLocation = { path: string; line?: number }
