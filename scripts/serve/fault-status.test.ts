import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { appError } from '@assay/api/errors'
import { noteFault, withRequestId } from '@assay/api/observability/request-context'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteRequestError } from '../../apps/web/src/server/request-errors.ts'
import { answerFaults } from './fault-status.ts'

const databaseAway = Object.assign(new Error('the database system is shutting down'), { code: '57P01' })
const ERRORS: Record<string, Error> = {
  '/database': databaseAway,
  '/wrapped': new Error('page', { cause: databaseAway }),
  '/pooler': Object.assign(new Error('server login has been failing, try again later'), { code: '08P01' }),
  '/client': new Error('Client has encountered a connection error and is not queryable'),
  '/bug': new TypeError('x is undefined'),
}
const server = createServer((request, response) =>
  withRequestId(
    () => null,
    () => {
      answerFaults(response)
      const error = ERRORS[request.url ?? '']
      if (error !== undefined) noteRequestError(error)
      if (request.url === '/busy') noteFault(appError('too-many-requests', 'Send fewer at once.'))
      response.statusCode = request.url === '/fine' ? 200 : 500
      response.end('page')
    },
  ),
)
let origin = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has a port.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

test.each([
  ['/database', 503, '5'],
  ['/wrapped', 503, '5'],
  ['/pooler', 503, '5'],
  ['/client', 503, '5'],
  ['/busy', 429, '5'],
  ['/bug', 500, null],
  ['/no-error', 500, null],
  ['/fine', 200, null],
])('%s is answered with status %i', async (path, status, retryAfter) => {
  const answer = await fetch(`${origin}${path}`)
  expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([status, retryAfter, 'page'])
})
