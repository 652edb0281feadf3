/** Something in a file that was not understood: where it is, what was found and what was hoped for. */
export type Problem = {
  file: string
  /** 1-based; absent when it concerns the whole file. */
  line?: number
  message: string
}

/**
 * What a parser made of a file. Parsers never throw and never guess: every line that was not understood is a
 * problem, and everything that was understood is still there. `value` is null when nothing usable was found.
 */
export type Parsed<T> = { value: T | null; problems: Problem[] }

/** `file:line: message`, the form that editors can follow. */
export function formatProblem({ file, line, message }: Problem): string {
  return line === undefined ? `${file}: ${message}` : `${file}:${line}: ${message}`
}
