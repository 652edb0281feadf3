import { fixtureText } from '@assay/testing/import/recorded-output'
import { expect, test } from 'vitest'
import { parseK6Summary } from './k6-summary.ts'

const recorded = fixtureText('k6-1.8.1/summary-export.json')

test('requests, response times, failed requests and checks are read', () => {
  const { value, problems } = parseK6Summary(recorded, 'f')
  const { metrics } = JSON.parse(recorded)
  expect(problems).toEqual([])
  expect(value).toMatchObject({ count: 60, perSecond: metrics.http_reqs.rate, failedRequests: 0, failedChecks: 0 })
  expect(value?.latencies).toMatchObject({
    p50: metrics.http_req_duration.med,
    p99: metrics.http_req_duration['p(99)'],
  })
})

test('statistics nested in values, as handleSummary has them, are the same', () => {
  const { metrics } = JSON.parse(recorded)
  const nested = Object.fromEntries(
    Object.entries(metrics).map(([name, values]) => [name, { type: 'trend', contains: 'default', values }]),
  )
  expect(parseK6Summary(JSON.stringify({ metrics: nested }), 'f')).toEqual(parseK6Summary(recorded, 'f'))
})

test('a script without requests is measured by its iterations', () => {
  const { metrics } = JSON.parse(recorded)
  delete metrics.http_reqs
  const { value } = parseK6Summary(JSON.stringify({ metrics }), 'f')
  expect(value?.perSecond).toBe(metrics.iterations.rate)
  expect(value?.latencies.max).toBe(metrics.iteration_duration.max)
})
