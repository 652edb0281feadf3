import { Writable } from 'node:stream'
import { inspect } from 'node:util'
import { type Logger, pino } from 'pino'
import { z } from 'zod'
import { readLogSettings } from './log-settings.ts'
import { currentRequestId } from './request-context.ts'

/** The fields of a line that the text form shows. */
const Line = z.looseObject({
  msg: z.string().default(''),
  component: z.string().default('server'),
  requestId: z.string().optional(),
  err: z.looseObject({ stack: z.string() }).optional(),
})

/**
 * The log of this process. Each call names the component, such as `jobs`, and passes an error as `err`.
 * ASSAY_LOG_FORMAT=json writes one JSON object per line with level, time, component and the id of the request.
 */
export const log: Logger = createLog(process.stderr, readLogSettings)

type LogSettings = ReturnType<typeof readLogSettings>

/** @param read is called at the first line, because programs load their settings file after this module. */
export function createLog(to: Writable, read: () => LogSettings): Logger {
  return pino(
    {
      level: read().level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => {
        const requestId = currentRequestId()
        return requestId === null ? {} : { requestId }
      },
    },
    inForm(to, read),
  )
}

/** Formats lines for people: the component, the message, and the stack of an error below. */
function inForm(to: Writable, read: () => LogSettings): Writable {
  let isJson: boolean | null = null
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      isJson ??= read().isJson
      if (isJson) return void to.write(chunk, done)
      const { component, msg, requestId, err } = Line.parse(JSON.parse(chunk.toString()))
      const request = requestId === undefined ? '' : ` (request ${requestId})`
      const stack = err === undefined ? '' : `\n${err.stack}`
      to.write(`${component.padEnd(12)} ${msg}${request}${stack}\n`, done)
    },
  })
}

/**
 * Sends `console` output of libraries and Next through the log, so that every line of a server has the same form. Lines
 * that are text stay as they are.
 */
export function captureConsole(target: Logger = log, { isJson, level } = readLogSettings()): void {
  target.level = level
  if (!isJson) return
  const capture =
    (level: 'info' | 'warn' | 'error') =>
    (...values: unknown[]) => {
      const err = values.find((value) => value instanceof Error)
      const msg = values.map((value) => (typeof value === 'string' ? value : inspect(value, { depth: 4 }))).join(' ')
      target[level]({ component: 'console', ...(err === undefined ? {} : { err }) }, msg)
    }
  Object.assign(console, {
    log: capture('info'),
    info: capture('info'),
    warn: capture('warn'),
    error: capture('error'),
  })
}
