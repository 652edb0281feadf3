/** A problem in a file: its location, what was found and what was expected. */
export type Problem = {
  file: string
  /** Line number from 1; absent when the problem concerns the whole file. */
  line?: number
  message: string
  /** Set when figures contradict each other or are truncated, so the run of the file must not be stored. */
  refusesRun?: true
}

/** A test that its tool reports as failed. It is stored as failed, without figures. */
export type Failure = {
  line: number
  reason: string
  /** Test and clients, when the output states them. */
  test?: string
  clients?: number
}

/**
 * The result of parsing a file. Parsers never throw and never guess: every line that was not understood is a problem,
 * and everything else is in `value`. `value` is null if nothing usable was found; `failure` is set if the tool reports
 * a failure.
 */
export type Parsed<T> = { value: T | null; problems: Problem[]; failure?: Failure }

/** Formats a problem as `file:line: message`, which editors can follow. */
export function formatProblem({ file, line, message }: Problem): string {
  return line === undefined ? `${file}: ${message}` : `${file}:${line}: ${message}`
}

/** The problems without repetitions. */
export function distinctProblems(problems: readonly Problem[]): Problem[] {
  const byText = new Map(
    problems.map((problem) => [JSON.stringify([problem.file, problem.line, problem.message]), problem]),
  )
  return [...byText.values()]
}
