import { hasArchive, readArchive } from '@assay/testing/archive/archive'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Parsed } from '../../parse/problem.ts'
import type { StackProfile } from '../../run/cpu-profile/stack-profile.ts'
import { parsePerfReport } from '../perf/perf-report/parse-perf-report.ts'
import { parsePerfScript } from '../perf/perf-report/parse-perf-script.ts'
import { parsePerfStat } from '../perf/perf-stat/parse-perf-stat.ts'
import { parsePerfStatCsv, parsePerfStatJson } from '../perf/perf-stat/parse-perf-stat-rows.ts'
import { perfRates } from '../perf/perf-stat/perf-stat-rates.ts'
import { parsePerfStatTable } from '../perf/perf-stat/perf-stat-table.ts'
import { parseFlameSvg } from './flame-svg/parse-flame-svg.ts'
import { looksLikeFolded, parseFolded } from './folded/parse-folded.ts'
import { looksLikePmp, parsePmp } from './pmp/parse-pmp.ts'

const SERVER = 'x.pg1023_o2nofp.x10a_c32r128.pk1'
const inArchive = [
  `perf-stat/feb25.pg.perf/${SERVER}/sb.perf.hw.delete.range100.pk1.1`,
  `perf-stat/feb25.pg.perf/${SERVER}/sb.perf.hw.delete.range100.pk1.1.raw`,
  `perf-report/feb25.pg.flat/${SERVER}/sb.perf.rep.f.delete.range100.pk1.1`,
  'pmp/nov24.ma.48core.pmp/hierarchical/x.ma110404_rel_withdbg.z11b_lwas4k_c32r128.pk1/sb.pmp.scan.range100.pk1.all.hier',
  'flamegraph/oct25.dbb.ioeff/svg/benchmark_readrandom.t1.log.perf.g.cycles.all.svg',
]
const texts = hasArchive ? inArchive.map((name) => readArchive(`fixtures/${name}`).slice(0, 8_000)) : []
texts.push(
  'main;work;read 12\nmain;work 3\n',
  'prog 12 1.5:     99 cycles: \n     ffff main+0x1 (/bin/prog)\n     ffff work (inlined)\n\n',
  '{"counter-value" : "6.0", "unit" : "", "event" : "cycles"}\n',
  '6,,cycles,99,100.00,3.0,GHz\n',
  `${'<svg><g><title>all (10 samples, 100%)</title><rect x="10" y="36" width="80"/></g>'}<g><title>a (4 samples, 40%)</title><rect x="10" y="20" width="40"/></g></svg>`,
)

const at = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const mutation = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), at }),
  fc.record({ kind: fc.constant('drop' as const), at, length: fc.nat(80) }),
  fc.record({ kind: fc.constant('repeat' as const), at, length: fc.nat(300) }),
  fc.record({
    kind: fc.constant('put' as const),
    at,
    text: fc.constantFrom(
      '\0',
      '<',
      '>',
      '&',
      '<!',
      ';',
      ',',
      '%',
      '-1',
      '9'.repeat(400),
      '\n',
      '# ....\n',
      '\uFEFF',
      '"',
    ),
  }),
)

function mutate(text: string, change: typeof mutation extends fc.Arbitrary<infer T> ? T : never): string {
  const i = Math.floor(change.at * text.length)
  if (change.kind === 'cut') return text.slice(0, i)
  if (change.kind === 'drop') return text.slice(0, i) + text.slice(i + change.length)
  if (change.kind === 'repeat') return text.slice(0, i) + text.slice(i, i + change.length).repeat(2) + text.slice(i)
  return text.slice(0, i) + change.text + text.slice(i)
}

const PROFILE_PARSERS: readonly ((text: string, file: string) => Parsed<StackProfile | StackProfile[]>)[] = [
  parseFolded,
  parsePmp,
  parseFlameSvg,
  parsePerfScript,
  (text, file) => {
    const { value, problems } = parsePerfReport(text, file)
    return { value: value?.map(({ profile }) => profile) ?? null, problems }
  },
]

test('no text makes a parser of profiles throw, and weights are finite and consistent', () => {
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.array(mutation, { maxLength: 4 }), (text, changes) => {
      const mutated = changes.reduce(mutate, text)
      looksLikeFolded(mutated)
      looksLikePmp(mutated)
      for (const parse of PROFILE_PARSERS) {
        const { value, problems } = parse(mutated, 'file')
        for (const { root } of [value ?? []].flat()) {
          expect(Number.isFinite(root.total)).toBe(true)
          expect(root.self).toBeGreaterThanOrEqual(-1e-6)
          expect(root.children.reduce((sum, { total }) => sum + total, root.self)).toBeCloseTo(root.total, 3)
        }
        for (const { message } of problems) expect(message.length).toBeLessThan(2_000)
      }
    }),
    { numRuns: 150 },
  )
})

test('no text makes a parser of counters throw, and rates are finite', () => {
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.array(mutation, { maxLength: 4 }), (text, changes) => {
      const mutated = changes.reduce(mutate, text)
      parsePerfStatTable(mutated, 'file')
      for (const parse of [parsePerfStat, parsePerfStatCsv, parsePerfStatJson]) {
        const { value } = parse(mutated, 'file')
        const { perSecond, ratios } = perfRates(value === null ? [] : [value])
        for (const rate of [...perSecond.values(), ...ratios.values()]) {
          expect(Number.isFinite(rate) && rate >= 0).toBe(true)
        }
      }
    }),
    { numRuns: 150 },
  )
})
