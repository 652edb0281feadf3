import { hasArchive, readArchive } from '@assay/testing/archive/archive'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseClientOutput } from './client-output.ts'
import { parseIibenchReport } from './iibench-report.ts'
import { parseMinima } from './minima.ts'
import { parseServerTables } from './server-table.ts'

const inArchive = [
  'iibench-summary/ibench.jan2021/20m/res.a/mrg.q100.1',
  'iibench-summary/ibench.jan2021/20m/res.in/rel.some',
  'iibench-summary/get_min.ibench.jul23/o.getmin.c2.cached.rx.r',
  'iibench-report/24_03_17.1u.1tno.io.bee.some/iput.tab',
  'iibench-report/24_03_17.1u.1tno.io.bee.some/tput.tab',
]
const samples = hasArchive ? inArchive.map((path) => readArchive(`fixtures/${path}`)) : []
const OURS = [
  'ips\tqps\tp50\ttag\n100\t20\tNA\t20m.pg131.cx5\n-\n1\t2\t3\tmy5649.cx6d\n',
  '<h1 id="l.i0.rt">l.i0</h1><p>Insert response time<pre>\n256us\t1ms\tmax\ttag\n0.000\tnonzero\t0.1\tpg1.a\n</pre>',
  'i_sec\tt_sec\ti_ips\ti_qps\tt_ins\tt_query\n1.0\t1.0\t5\t6\t5\t6\nInsert rt: 1 2 3 4 5 6 7 8 9 0 0.500000\nTotals: 1\n',
]

const at = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const mutation = fc.tuple(
  at,
  fc.nat(60),
  fc.constantFrom('', '\t', '\n', '\0', '-', 'inf', 'NA', '<td>', '</table>', '9e999'),
)
const mutated = fc
  .tuple(fc.constantFrom(...OURS, ...samples), fc.array(mutation, { minLength: 1, maxLength: 4 }))
  .map(([text, mutations]) =>
    mutations.reduce((changed, [from, length, insert]) => {
      const i = Math.floor(from * changed.length)
      return changed.slice(0, i) + insert + changed.slice(i + length)
    }, text),
  )

const PARSERS = [parseServerTables, parseIibenchReport, parseMinima, parseClientOutput]

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  if (value instanceof Map) return numbersIn([...value.values()])
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(numbersIn) : []
}

test('no text makes a parser throw, return an invalid number, or return nothing without a problem', () => {
  fc.assert(
    fc.property(fc.oneof(mutated, fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
      const lineCount = text.split('\n').length
      for (const parse of PARSERS) {
        const { value, problems } = parse(text, 'f')
        if (value === null) expect(problems).not.toEqual([])
        if (!numbersIn(value).every(Number.isFinite)) expect(value).toBe('numbers only')
        const outside = problems.filter(({ line = 1 }) => line < 1 || line > lineCount)
        if (outside.length > 0) expect(outside).toEqual([])
      }
    }),
    { numRuns: 100 },
  )
})
