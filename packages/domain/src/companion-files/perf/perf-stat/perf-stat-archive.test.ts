import { readdirSync, readFileSync } from 'node:fs'
import { archivePath, hasArchive } from '@assay/testing/archive/archive'
import { archiveTest } from '@assay/testing/archive/archive-test'
import { expect } from 'vitest'
import { parsePerfStat } from './parse-perf-stat.ts'
import { perfRates } from './perf-stat-rates.ts'
import { looksLikePerfStatJoin, looksLikePerfStatTable, parsePerfStatTable } from './perf-stat-table.ts'

const ARCHIVE = archivePath('fixtures/perf-stat/feb25.pg.perf/')
const names = hasArchive ? readdirSync(ARCHIVE, { recursive: true, encoding: 'utf8' }).sort() : []
const read = (name: string) => readFileSync(ARCHIVE + name, 'utf8')
const stats = names.filter((name) => /sb\.perf\.hw\.[^/]*\.\d+$/.test(name))

archiveTest('every perf stat of the archive is parsed; files that stop early end between two of them', () => {
  expect(stats.length).toBe(45)
  const runs = stats.map((name) => {
    const { value, problems } = parsePerfStat(read(name), name)
    expect(problems, name).toEqual([])
    return value?.runs.length
  })
  expect(new Set(runs)).toEqual(new Set([7, 3]))
})

archiveTest("the archive's tables made of them have the same numbers, in the printed digits", () => {
  let compared = 0
  for (const name of stats) {
    if (!names.includes(`${name}.raw`)) continue
    const stat = parsePerfStat(read(name), name).value
    const { ratios } = perfRates(stat === null ? [] : [stat])
    for (const ending of ['.raw', '.sorted']) {
      const text = read(name + ending)
      expect(looksLikePerfStatTable(text)).toBe(true)
      const { value: table, problems } = parsePerfStatTable(text, name)
      expect(problems).toEqual([])
      for (const [event, published] of table?.values ?? []) {
        const ratio = ratios.get(event)
        if (ratio === undefined) {
          const counter = stat?.runs
            .flatMap(({ counters }) => counters)
            .find((one) => one.event.replace('loads-misses', 'load-misses') === event)
          expect(counter?.value, `${event} of ${name}`).toBe(published)
        } else {
          const digits = String(published).split('.')[1]?.length ?? 0
          // perf cuts its columns to three digits at most, and rounds as printf does.
          expect(Math.abs(ratio - (published ?? Number.NaN)), `${event} of ${name}`).toBeLessThanOrEqual(
            0.5 * 10 ** -Math.max(digits, event === 'GHz' || event === 'cache-miss%' ? 3 : 2) + 1e-9,
          )
        }
        compared += 1
      }
    }
  }
  expect(compared).toBeGreaterThan(2_000)
})

archiveTest('joined tables are recognized, and empty ones have no content', () => {
  const joins = names.filter((name) => name.startsWith('join1.'))
  const empty = joins.filter((name) => read(name) === '')
  expect(joins.length - empty.length).toBeGreaterThan(40)
  for (const name of joins) expect(looksLikePerfStatJoin(read(name)), name).toBe(!empty.includes(name))
})

const SERVERS = [
  'x.pg1023_o2nofp.x10a_c32r128.pk1',
  'x.pg110_o2nofp.x10a_c32r128.pk1',
  'x.pg1110_o2nofp.x10a_c32r128.pk1',
]

/** The parsed counters of a server, under the names of the joined tables. */
function countersOf(server: string, step: string): Map<string, number> {
  const { value } = parsePerfStat(read(`${server}/sb.perf.hw.${step}`), step)
  const counters = value?.runs.flatMap((run) => run.counters) ?? []
  return new Map(counters.flatMap(({ event, value: count }) => (count === null ? [] : [[event, count] as const])))
}

archiveTest('joined tables of three servers have the same counters and ratios', () => {
  let compared = 0
  for (const step of ['delete.range100.pk1.1', 'point-query.range100.pk1.1', 'read-write.range100.pk1.1']) {
    const servers = SERVERS.map((server) => countersOf(server, step))
    const absolute = read(`join1.abs.pgcmp.sb.perf.hw.${step}.sorted`).trim().split('\n')
    for (const [name = '', ...values] of absolute.map((line) => line.split(' '))) {
      const ours = servers.map((counters) => counters.get(name === 'migratons' ? 'migrations' : name))
      if (ours.some((value) => value === undefined)) continue // These are ratios and events that are not supported.
      expect(ours, `${name} of ${step}`).toEqual(values.map(Number))
      compared += values.length
    }
    const relative = read(`join1.rel.pgcmp.sb.perf.hw.${step}.sorted`).trim().split('\n')
    for (const [second, third, name = ''] of relative.map((line) => line.split('\t'))) {
      const [base, ...others] = servers.map((counters) => counters.get(name === 'migratons' ? 'migrations' : name))
      if (base === undefined || base === 0) continue
      expect(
        others.map((value = Number.NaN) => (value / base).toFixed(3)),
        `${name} of ${step}`,
      ).toEqual([second, third])
      compared += 2
    }
  }
  expect(compared).toBeGreaterThan(300)
})
