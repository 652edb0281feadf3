import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parsePerfStat } from './parse-perf-stat.ts'
import { perfRates } from './perf-stat-rates.ts'
import { looksLikePerfStatJoin, looksLikePerfStatTable, parsePerfStatTable } from './perf-stat-table.ts'

const ARCHIVE = fileURLToPath(
  new URL('../../../../../../shared/data/fixtures/perf-stat/feb25.pg.perf/', import.meta.url),
)
const present = existsSync(ARCHIVE)
if (!present)
  console.warn('skipped: perf stat of the archive, because ../shared/data/fixtures is not beside the checkout')
const names = present ? readdirSync(ARCHIVE, { recursive: true, encoding: 'utf8' }).sort() : []
const read = (name: string) => readFileSync(ARCHIVE + name, 'utf8')
const stats = names.filter((name) => /sb\.perf\.hw\.[^/]*\.\d+$/.test(name))

test.runIf(present)('every perf stat of the archive is read; files that stop early end between two of them', () => {
  expect(stats.length).toBe(45)
  const runs = stats.map((name) => {
    const { value, problems } = parsePerfStat(read(name), name)
    expect(problems, name).toEqual([])
    return value?.runs.length
  })
  expect(new Set(runs)).toEqual(new Set([7, 3]))
})

test.runIf(present)('the tables that the archive made of them have our numbers, to the printed digit', () => {
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

test.runIf(present)('joined tables are recognised as such; empty ones are nothing', () => {
  const joins = names.filter((name) => name.startsWith('join1.'))
  const empty = joins.filter((name) => read(name) === '')
  expect(joins.length - empty.length).toBeGreaterThan(40)
  for (const name of joins) expect(looksLikePerfStatJoin(read(name)), name).toBe(!empty.includes(name))
})
