import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { appError } from '../errors.ts'
import { problemResponse } from '../http/problem-document.ts'
import { captureConsole, createLog } from './log.ts'
import { currentRequestId, withRequestId } from './request-context.ts'

const Line = z.looseObject({ level: z.string(), time: z.iso.datetime(), component: z.string(), msg: z.string() })

function collect(isJson: boolean, level = 'info') {
  const to = new PassThrough()
  const log = createLog(to, () => ({ isJson, level }))
  return { log, text: () => String(to.read() ?? '') }
}

test('a JSON line has level, time, component, message and the id of the request', async () => {
  const { log, text } = collect(true)
  await withRequestId(
    () => 'an-id',
    async () => {
      await Promise.resolve()
      log.error({ component: 'jobs', err: new Error('it broke') }, 'a job failed')
    },
  )
  log.debug({ component: 'jobs' }, 'not at this level')
  const line = text()
  expect(line.trim().split('\n')).toHaveLength(1)
  expect(Line.parse(JSON.parse(line))).toMatchObject({
    level: 'error',
    component: 'jobs',
    msg: 'a job failed',
    requestId: 'an-id',
    err: { message: 'it broke' },
  })
})

test('a text line begins with its component, and the stack of an error follows', () => {
  const { log, text } = collect(false)
  log.warn({ component: 'notify', err: new Error('it broke') }, 'a mail was not sent')
  expect(text()).toMatch(/^notify {7}a mail was not sent\nError: it broke\n {4}at /)
})

test('console output of libraries has the form of the log', () => {
  const { log, text } = collect(true)
  const before = { ...console }
  captureConsole(log, { isJson: true, level: 'info' })
  try {
    console.error('Next says', new Error('it broke'))
  } finally {
    Object.assign(console, before)
  }
  expect(Line.parse(JSON.parse(text()))).toMatchObject({
    level: 'error',
    component: 'console',
    err: { message: 'it broke' },
  })
})

test('a problem document names the id of the current request, and has none outside of a request', async () => {
  const problem = () => problemResponse(appError('not-found', 'There is nothing here.')).json()
  expect(currentRequestId()).toBeNull()
  expect(await problem()).not.toHaveProperty('instance')
  expect(await withRequestId(() => '0b3c', problem)).toMatchObject({ instance: 'urn:uuid:0b3c' })
})
