import { labArchive, labPlain } from '@assay/testing/import/lab-profiles'
import { expect, test } from 'vitest'
import { importFiles } from '../../../import/import-files.ts'

const profile = labPlain
const options = { profile, overrides: { product: 'MySQL', version: '9.5.0' } }

const HEADER = 'i_sec\tt_sec\ti_ips\tt_ips\ti_qps\tt_qps\tmax_i\tmax_q\tt_ins\tt_query\tretry_i\tretry_q'
const line = (second: number, { qps, took = 1 }: { qps: number; took?: number }) =>
  [`${took}.0`, `${second}.0`, 100, 100, qps, qps, 900, 700 + second, 100 * second, qps * second, 0, 0].join('\t')
const output = (...lines: string[]) => [HEADER, ...lines, 'Totals: 1 secs', 'Done', ''].join('\n')

test('output of one client is a result with a sample per second, and its directory names the step', () => {
  const text = output(line(1, { qps: 480 }), line(2, { qps: 500 }), line(4, { qps: 490, took: 2 }))
  const { documents, problems } = importFiles([{ path: 'qp500.L4/o.ib.dop1.1', text }], options)
  expect(problems).toEqual([])
  const [document] = documents
  expect(document).toMatchObject({
    benchmark: { name: 'Insert Benchmark' },
    tests: [{ name: 'qp500', targetRate: 500 }],
  })
  const [result] = document?.results ?? []
  const values = Object.fromEntries(document?.metricNames.map((name, i) => [name, result?.values[i]]) ?? [])
  expect(values).toMatchObject({ 'point_queries/s': 490, 'background/s': 100 })
  expect(result?.clients).toBe(1)
  // The third second is inside an interval of two seconds, so no rate is known for it.
  expect(result?.samples).toContainEqual({
    metric: 'point_queries/s',
    intervalSeconds: 1,
    startSeconds: 1,
    values: [480, 500, null, 490],
  })
})

test('the clients of a step give one result when all of them are present', () => {
  const file = (index: number, qps: number) => ({
    path: `l/qr100.L1/o.ib.dop2.${index}`,
    text: output(line(1, { qps }), line(2, { qps })),
  })
  const half = importFiles([file(1, 10)], options)
  expect(half.documents).toEqual([])
  expect(half.problems.map(({ message }) => message)).toEqual([
    'the output of 1 of 2 clients is here; without the others the step has no result',
  ])
  const both = importFiles([file(2, 30), file(1, 10)], options)
  expect(both.problems).toEqual([])
  const [document] = both.documents
  const at = document?.metricNames.indexOf('range_queries/s') ?? -1
  expect(document?.results).toMatchObject([{ clients: 2 }])
  expect(document?.results[0]?.values[at]).toBe(40)
  expect(document?.results[0]?.samples?.find(({ metric }) => metric === 'max_query_us')?.values).toEqual([701, 702])
})

test('output without a step or without an end gives no result', () => {
  const text = output(line(1, { qps: 480 }))
  expect(importFiles([{ path: 'some/o.ib.dop1.1', text }], options)).toMatchObject({
    documents: [],
    problems: [{ message: expect.stringMatching(/^no name says which step/) }],
  })
  const cut = importFiles([{ path: 'l.i0/o.ib.dop1.1', text: `${HEADER}\n${line(1, { qps: 0 })}\n` }], options)
  expect(cut).toMatchObject({
    documents: [],
    problems: [{ message: expect.stringMatching(/did not come to its end/) }],
  })
})

test('a page that states rows in its title and before some names gives one run per server', () => {
  const text = `<title>40M docs and 8 clients</title><h1 id="summary">Summary</h1>
<table><tr><th>dbms</th><th>l.i0</th><th>q100.2</th></tr><tr><td>40m.my8020.c12b40</td><td>300</td><td>20</td></tr></table>
<h1 id="l.i0.metrics">l.i0</h1><pre>
ips\tqps\tcsps\ttag
300\t0\t7\tmy8020.c12b40
</pre>`
  const { documents, problems } = importFiles([{ path: 'report/all.html', text }], { profile: labArchive })
  expect(problems).toEqual([])
  expect(documents).toMatchObject([
    { product: 'MySQL', version: '8.0.20', workload: { name: '40M rows' }, results: [{ clients: 8 }, { clients: 8 }] },
  ])
})
