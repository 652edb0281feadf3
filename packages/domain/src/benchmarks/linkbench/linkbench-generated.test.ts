import { ascending, count, decimal, readsBack } from '@assay/testing/benchmarks/generated-output'
import fc from 'fast-check'
import { test } from 'vitest'
import { parseLinkbenchOutput } from './linkbench-output.ts'

// Standard output of Linkbench (FORMATS 12).

const operation = fc
  .record({
    name: fc.constantFrom(
      'ADD_NODE',
      'UPDATE_NODE',
      'DELETE_NODE',
      'GET_NODE',
      'ADD_LINK',
      'GET_LINKS_LIST',
      'COUNT_LINK',
    ),
    count: count(9_999_999, 1),
    limits: ascending(6, 90, 1),
    mean: decimal(3, 50),
  })
  .map((one) => ({ ...one, mean: Math.min(one.mean, one.limits[5] ?? 0) }))
const linkbench = fc.record({
  operations: fc.uniqueArray(operation, { selector: ({ name }) => name, maxLength: 7 }),
  requesters: count(400, 1),
  maxId: count(999_999_999, 2),
  rate: count(90_000, 1),
  seconds: count(7200, 1),
})
const PERCENTILES = ['25', '50', '75', '95', '99'] as const

test('standard output of Linkbench: rate, clients and the upper end of each range', () => {
  readsBack(linkbench, {
    print: ({ operations, requesters, maxId, rate: perSecond, seconds }) =>
      [
        `-c config/MyConfig.properties -Drequests=1000 -Drequesters=${requesters} -Dmaxid1=${maxId} -r`,
        ...operations.map(
          ({ name, count: calls, limits, mean }) =>
            `INFO 2026-01-02 03:14:05,678 [main]: ${name} count = ${calls}  ${PERCENTILES.map((p, i) => `p${p} = [${limits[i]},${limits[i + 1]}]ms`).join('  ')}  max = ${limits[5]}ms  mean = ${mean}ms`,
        ),
        `INFO 2026-01-02 03:14:05,679 [main]: REQUEST PHASE COMPLETED. ${perSecond * seconds} requests done in ${seconds} seconds. Requests/second = ${perSecond}`,
        '',
      ].join('\n'),
    parse: (text) => parseLinkbenchOutput(text, 'f'),
    expected: ({ operations, requesters, maxId, rate: perSecond, seconds }) => ({
      phase: 'request',
      done: perSecond * seconds,
      seconds,
      rate: perSecond,
      clients: requesters,
      maxId,
      operations: operations.map(({ name, count: calls, limits, mean }) => ({
        operation: name.toLowerCase(),
        count: calls,
        percentiles: Object.fromEntries(PERCENTILES.map((p, i) => [p, limits[i + 1]])),
        max: limits[5],
        mean,
      })),
    }),
  })
})
