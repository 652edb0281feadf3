import type { CommandIo } from '../command-io.ts'
import type { ExitCode } from '../exit-code.ts'
import { run } from '../program.ts'
import { FakeClock } from './fake-clock.ts'

/** Exit code and output of one command line. */
export type Ran = { code: ExitCode; out: string; log: string }

/** Runs a command line as main.ts would, without this machine's environment. */
export async function runCli(
  argv: readonly string[],
  variables: Record<string, string>,
  changes: Partial<CommandIo> = {},
): Promise<Ran> {
  const ran = { out: '', log: '' }
  const io: CommandIo = {
    variables,
    out: {
      async write(text) {
        ran.out += text
      },
    },
    log: {
      async write(text) {
        ran.log += text
      },
    },
    terminal: null,
    ask: null,
    clock: new FakeClock(),
    fetch: globalThis.fetch,
    catchInterrupts: () => new AbortController().signal,
    ...changes,
  }
  return { code: await run(argv, io), ...ran }
}
