#!/usr/bin/env node
import { createInterface } from 'node:readline'
import { systemClock } from './clock.ts'
import type { CommandIo, Output } from './command-io.ts'
import { EXIT } from './exit-code.ts'
import { isParquetThread } from './inputs/parquet-thread.ts'
import { run } from './program.ts'
import { systemCode } from './stop.ts'

// biome-ignore lint/style/noProcessEnv: this file passes the environment to environment.ts, which parses it
const variables = process.env

const io: CommandIo = {
  variables,
  out: outputTo(process.stdout),
  log: outputTo(process.stderr),
  terminal: process.stderr.isTTY === true && variables.TERM !== 'dumb' ? process.stderr : null,
  ask: process.stdin.isTTY === true && process.stderr.isTTY === true ? ask : null,
  clock: systemClock,
  fetch: globalThis.fetch,
  catchInterrupts,
}

if (!isParquetThread) await runCommand()

async function runCommand(): Promise<void> {
  try {
    // process.exit() would lose output that a pipe has not taken yet.
    process.exitCode = await run(process.argv.slice(2), io)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    const more =
      (variables.ASSAY_DEBUG ?? '') === '' ? 'ASSAY_DEBUG=1 shows where.' : cause instanceof Error ? cause.stack : ''
    process.stderr.write(`This is a bug in assay, please report it: ${message}\n${more}\n`)
    process.exitCode = EXIT.bug
  }
}

function outputTo(stream: NodeJS.WriteStream): Output {
  stream.on('error', (cause) => {
    // The reader closed the pipe, as `head` does, which is not an error.
    process.exit(systemCode(cause) === 'EPIPE' ? EXIT.ok : EXIT.local)
  })
  return {
    write: (text) =>
      new Promise((resolve) => {
        if (text === '') resolve()
        else stream.write(text, () => resolve())
      }),
  }
}

/** Asks on standard error, because standard output may be read by another program. */
function ask(question: string): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  return new Promise((resolve) => {
    lines.on('close', () => resolve(null))
    lines.question(question, (line) => {
      resolve(line)
      lines.close()
    })
  })
}

function catchInterrupts(): AbortSignal {
  const interrupt = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // The second interrupt ends the process immediately; the spool is consistent at any moment.
      if (interrupt.signal.aborted) process.exit(EXIT.interrupted)
      interrupt.abort()
    })
  }
  return interrupt.signal
}
