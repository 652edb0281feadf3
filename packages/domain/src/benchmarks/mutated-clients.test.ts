import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { listArchive, readArchive } from '@assay/testing/archive/archive'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Parsed } from '../parse/problem.ts'
import { parseGoogleBenchmark } from './google-benchmark/google-benchmark.ts'
import { parseHammerdbLog } from './hammerdb/hammerdb-log.ts'
import { parseHammerdbTable } from './hammerdb/hammerdb-table.ts'
import { parseLinkbenchOutput } from './linkbench/linkbench-output.ts'
import { parseLinkbenchReport } from './linkbench/linkbench-report.ts'
import { parseLinkbenchTable } from './linkbench/linkbench-table.ts'
import { parsePgbenchOutput, parsePgbenchOutputs } from './pgbench/pgbench-output.ts'
import { FORMATS } from './registry.ts'
import { parseYcsbOutput, parseYcsbOutputs } from './ycsb/ycsb-output.ts'

const ownRaw = (folder: string) => {
  const root = fileURLToPath(new URL(`../../../../demo/raw/${folder}/`, import.meta.url))
  return readdirSync(root).map((name) => readFileSync(root + name, 'utf8').slice(-6_000))
}
const inArchive = (folder: string) =>
  listArchive(`fixtures/${folder}/`).map((name) => readArchive(`fixtures/${folder}/${name}`).slice(-6_000))

const texts = [
  ...ownRaw('nov26.pgbench.vm2/x.pg1518_def.x10a_c2r24.pk1'),
  ...ownRaw('nov26.gbench.vm2'),
  ...inArchive('linkbench-report/20_09_11_linkb_200m_inno'),
  ...inArchive('hammerdb/jan26.tprocc.pn53.pg'),
  ...inArchive('hammerdb/siddhsql.hammerdb'),
  '[OVERALL], Throughput(ops/sec), 12.5\n[READ], 99thPercentileLatency(us), 7\n2021-03-04 05:06:17:100 10 sec: 9 operations; 1 current ops/sec; [READ: Count=5, Avg=2, 90=3]\n',
  'INFO x [main]: GET_NODE count = 17  p99 = [15,16]ms  max = 26.25ms  mean = 0.085ms\nREQUEST PHASE COMPLETED. 40 requests done in 4 seconds. Requests/second = 10\n',
]
const PARSERS: readonly ((text: string, file: string) => Parsed<unknown>)[] = [
  parsePgbenchOutput,
  parsePgbenchOutputs,
  parseYcsbOutput,
  parseYcsbOutputs,
  parseGoogleBenchmark,
  parseHammerdbLog,
  parseHammerdbTable,
  parseLinkbenchOutput,
  parseLinkbenchReport,
  parseLinkbenchTable,
]

const position = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const odd = fc.constantFrom(
  '',
  '\0',
  '\r',
  '\uFEFF',
  '-',
  'nan',
  '1e999',
  '9'.repeat(30),
  '__proto__',
  '\t',
  ',',
  '[',
  '>>>>> ',
  '\n',
)
const mutated = fc
  .tuple(
    fc.constantFrom(...texts),
    fc.array(fc.tuple(position, fc.nat(200), odd), { minLength: 1, maxLength: 4 }),
    fc.tuple(position, position),
  )
  .map(([text, cuts, [from, to]]) => {
    const changed = cuts.reduce((current, [at, length, inserted]) => {
      const i = Math.floor(at * current.length)
      return current.slice(0, i) + inserted + current.slice(i + length)
    }, text)
    return from < to && to - from > 0.5
      ? changed.slice(Math.floor(from * changed.length), Math.floor(to * changed.length))
      : changed
  })

const numbersIn = (value: unknown): number[] =>
  typeof value === 'number'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(numbersIn)
      : []

test('no mutation makes a parser throw, return an invalid number, or return nothing without a problem', () => {
  fc.assert(
    fc.property(fc.oneof({ arbitrary: mutated, weight: 5 }, fc.string({ unit: 'binary' })), (text) => {
      for (const parse of PARSERS) {
        const { value, problems, failure } = parse(text, 'f')
        const lines = text.split('\n').length
        expect(value !== null || problems.length > 0 || failure !== undefined).toBe(true)
        expect(problems.every(({ line }) => line === undefined || (line >= 1 && line <= lines))).toBe(true)
        expect(numbersIn(value).every(Number.isFinite)).toBe(true)
      }
      for (const format of FORMATS) format.recognize('f', text)
    }),
    { numRuns: 400 },
  )
}, 60_000)
