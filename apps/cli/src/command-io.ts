import type { Clock } from './clock.ts'

/** Output of a command; `write` resolves when the text is accepted, so that a slow pipe slows the command. */
export type Output = { write(text: string): Promise<void> }

/** The environment of a command except files, injected so that tests can run whole commands. */
export type CommandIo = {
  /** Environment variables. */
  variables: Record<string, string | undefined>
  /** Standard output, which scripts read. */
  out: Output
  /** Standard error, for everything else that people should see. */
  log: Output
  /** Terminal for a progress bar; null without a terminal. */
  terminal: NodeJS.WritableStream | null
  /** Asks a person and resolves to the line; null at the end of the input. Null without a terminal. */
  ask: ((question: string) => Promise<string | null>) | null
  clock: Clock
  fetch: typeof fetch
  /** How a benchmark is started for a runner; absent when a person or a script runs it. */
  benchmark?: { directory: string | undefined; started(pid: number): Promise<void> }
  /**
   * After the first call Ctrl-C and SIGTERM abort this signal instead of ending the process. Before it they end the
   * process at once, also in the middle of a long parse.
   */
  catchInterrupts(): AbortSignal
}
