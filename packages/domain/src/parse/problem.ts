/** Something in a file that was not understood: where it is, what was found and what was expected. */
export type Problem = {
  file: string
  /** 1-based; absent when it concerns the whole file. */
  line?: number
  message: string
  /** The figures contradict each other or are cut, so the run that the file belongs to must not be stored. */
  refusesRun?: true
}

/** A test that its tool reports as failed. It is stored as failed, without any number. */
export type Failure = {
  line: number
  reason: string
  /** As far as the output states them. */
  test?: string
  clients?: number
}

/**
 * The result of parsing a file. Parsers never throw and never guess: every line that was not understood is a
 * problem, and everything that was understood is still there. `value` is null when nothing usable was found; then
 * `failure` is present when the tool itself says that it failed.
 */
export type Parsed<T> = { value: T | null; problems: Problem[]; failure?: Failure }

/** `file:line: message`, the form that editors can follow. */
export function formatProblem({ file, line, message }: Problem): string {
  return line === undefined ? `${file}: ${message}` : `${file}:${line}: ${message}`
}
