import type { ServerResponse } from 'node:http'
import { answerItself } from './answer-itself.ts'

const RETRY_AFTER_SECONDS = '2'

/** Answers for a process that is starting again: a problem document with the time after which to ask. */
export function sendUnavailable(response: ServerResponse, name: string): void {
  if (response.headersSent || response.destroyed) return void response.destroy()
  const detail = `The process that answers this (${name}) is starting again. Nothing was stored; try again in ${RETRY_AFTER_SECONDS} s.`
  const problem = {
    type: '/docs/api#problem-unavailable',
    title: 'Not available right now',
    status: 503,
    code: 'unavailable',
    detail,
  }
  answerItself(response, 503, problem, {
    'content-type': 'application/problem+json; charset=utf-8',
    'retry-after': RETRY_AFTER_SECONDS,
    // The rest of a body is not read.
    connection: 'close',
  })
}
