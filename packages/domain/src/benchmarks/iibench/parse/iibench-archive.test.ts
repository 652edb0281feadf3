import { readdirSync, readFileSync } from 'node:fs'
import { archivePath } from '@assay/testing/archive/archive'
import { describeArchive } from '@assay/testing/archive/archive-test'
import { describe, expect, test } from 'vitest'
import { roundHalfEven } from '../../../stats/round-half-even.ts'
import { holdsReport, parseIibenchReport, type StepTable } from './iibench-report.ts'
import { holdsMinima, parseMinima } from './minima.ts'
import { holdsRatios, holdsServerTable, parseServerTables, type ServerTable } from './server-table.ts'
import { parseStep } from './step.ts'
import { stepsByPosition } from './step-order.ts'

const FIXTURES = archivePath('fixtures/')

const SUMMARIES = `${FIXTURES}iibench-summary/ibench.jan2021/`
const filesBelow = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)

function tablesOf(path: string): readonly ServerTable[] {
  const text = readFileSync(path, 'utf8')
  expect(holdsServerTable(text), path).toBe(true)
  const { value, problems } = parseServerTables(text, path)
  expect(problems).toEqual([])
  expect(value).not.toBeNull()
  return value ?? []
}

/** A ratio as the archive prints it: `1` for 0 / 0, `inf` for x / 0, and nothing for a missing value. */
function printedRatio(value: number | null, base: number | null): string {
  if (value === null || base === null) return 'NA'
  if (base === 0) return value === 0 ? '1' : 'inf'
  return roundHalfEven(value / base, 2).toFixed(2)
}

describeArchive('the archive', () => {
  test('every value of every rel file is the ratio of two values of the mrg file of the same folder', () => {
    const relative = filesBelow(SUMMARIES).filter((path) => /\/rel\.[^/]+$/.test(path))
    let checked = 0
    const differing: string[] = []
    for (const path of relative) {
      const tables = tablesOf(path)
      expect(tables.every(holdsRatios)).toBe(true)
      const merged = tablesOf(path.replace(/\/rel\.([^/]+)$/, '/mrg.$1'))
      expect(merged.some(holdsRatios)).toBe(false)
      expect(merged.map(({ heading }) => heading)).toEqual(tables.map(({ heading }) => heading))
      for (const [t, table] of tables.entries()) {
        for (const [g, group] of table.groups.entries()) {
          const [base, ...others] = merged[t]?.groups[g] ?? []
          expect(group.map(({ tag }) => tag)).toEqual(others.map(({ tag }) => tag))
          for (const [r, row] of group.entries()) {
            for (const name of table.columns) {
              const hoped = printedRatio(
                others[r]?.cells.get(name)?.value ?? null,
                base?.cells.get(name)?.value ?? null,
              )
              const found = row.cells.get(name)?.text
              checked += 1
              if (found !== hoped) differing.push(`${path} ${row.tag} ${name}: ${found} and not ${hoped}`)
            }
          }
        }
      }
    }
    expect(differing).toEqual([])
    expect({ files: relative.length, checked }).toEqual({ files: 186, checked: 12_200 })
  })

  test('every summary of a run has the steps of its merged files, in the known order', () => {
    const summaries = filesBelow(SUMMARIES).filter((path) => /\/o\.sum\.t\.[^/]+$/.test(path))
    expect(summaries).toHaveLength(22)
    let compared = 0
    for (const path of summaries) {
      const [table] = tablesOf(path)
      const rows = table?.groups.flat() ?? []
      const steps = stepsByPosition(rows, 1)
      expect(steps?.map(({ name }) => name)).toHaveLength(15)
      const [folder, tag] = [path.replace(/\/[^/]+$/, ''), path.replace(/.*\/o\.sum\.t\.\d+m\./, '')]
      for (const [i, step] of (steps ?? []).entries()) {
        const merged = tablesOf(`${folder}/res.a/mrg.${step.name}`).flatMap(({ groups }) => groups.flat())
        const same = merged.find((row) => row.tag === tag)
        for (const [name, cell] of same?.cells ?? []) {
          const value = rows[i]?.cells.get(name)?.value ?? null
          const digits = cell.text.split('.')[1]?.length ?? 0
          expect(value === null ? null : roundHalfEven(value, digits), `${path} ${step.name} ${name}`).toBe(cell.value)
          compared += 1
        }
      }
    }
    expect(compared).toBe(5_400)
  })

  test('lists of minima, with and without a header', () => {
    const root = `${FIXTURES}iibench-summary/get_min.ibench.jul23/`
    const counts = readdirSync(root).map((name) => {
      const text = readFileSync(root + name, 'utf8')
      expect(holdsMinima(text)).toBe(true)
      const { value, problems } = parseMinima(text, name)
      expect(problems).toEqual([])
      return [name.replace('o.getmin.c2.cached.', ''), value?.length]
    })
    expect(Object.fromEntries(counts)).toMatchObject({ rx: 9, 'rx.r': 9, 'pg153.v2': 10, 'pg153.v2.r': 10 })
    const valuesOf = (name: string) =>
      new Map(parseMinima(readFileSync(root + name, 'utf8'), name).value?.map(({ tag, values }) => [tag, values]))
    for (const name of ['rx', 'innodb', 'pg153', 'pg153.v2']) {
      expect(valuesOf(`o.getmin.c2.cached.${name}`)).toEqual(valuesOf(`o.getmin.c2.cached.${name}.r`))
    }
  })

  describe.each(['24_03_17.1u.1tno.io.bee.inno', '24_03_17.1u.1tno.io.bee.some'])('the report %s', (name) => {
    const read = (file: string): StepTable => {
      const text = readFileSync(`${FIXTURES}iibench-report/${name}/${file}`, 'utf8')
      expect(holdsReport(text)).toBe(true)
      const { value, problems } = parseIibenchReport(text, file)
      expect(problems).toEqual([])
      const [table] = value?.tables ?? []
      if (table === undefined) throw new Error(`${file} holds no table`)
      return table
    }

    test('its relative table is the absolute one divided by its first row, in all printed digits', () => {
      const [absolute, relative] = [read('tput.tab'), read('tputr.tab')]
      expect([absolute.kind, relative.kind]).toEqual(['throughput', 'relative'])
      expect(absolute.steps).toEqual(relative.steps)
      expect(absolute.rows).toHaveLength(3)
      for (const [r, row] of absolute.rows.entries()) {
        const printed = row.cells.map(({ value }, i) => printedRatio(value, absolute.rows[0]?.cells[i]?.value ?? null))
        expect(relative.rows[r]?.cells.map(({ text }) => text)).toEqual(printed)
      }
    })

    test('its rates of inserts have their targets', () => {
      const background = read('iput.tab')
      expect(background.kind).toBe('background')
      expect(background.steps.map((step) => step.name)).toEqual([
        'qr100',
        'qp100',
        'qr500',
        'qp500',
        'qr1000',
        'qp1000',
      ])
      expect(background.targets).toEqual([100, 100, 500, 500, 1000, 1000])
      const missed = background.rows.flatMap(({ tag, cells }) =>
        cells.flatMap(({ value, mark }, i) => {
          const isMissed = (value ?? 0) < 0.95 * (background.targets?.[i] ?? Number.NaN)
          expect(mark, tag).toBe(isMissed ? 'cmin' : null)
          return isMissed ? [`${tag} ${background.steps[i]?.name} ${value}`] : []
        }),
      )
      expect(missed).toEqual(name.endsWith('some') ? ['pg162_def.cx9a2a_bee qp1000 924'] : [])
    })
  })

  test('the metrics tables of a report agree with its table of throughput', () => {
    const root = `${FIXTURES}iibench-report/24_03_17.1u.1tno.io.bee.some/`
    const throughput = parseIibenchReport(readFileSync(`${root}tput.tab`, 'utf8'), 'tput.tab').value?.tables[0]
    for (const name of ['l.i0', 'l.x']) {
      const at = throughput?.steps.findIndex((step) => step.name === parseStep(name)?.name) ?? -1
      const rates = tablesOf(`${root}mrg.${name}`).flatMap(({ groups }) => groups.flat())
      expect(rates.map(({ tag, cells }) => [tag, cells.get('ips')?.value])).toEqual(
        throughput?.rows.map(({ tag, cells }) => [tag, cells[at]?.value]),
      )
    }
  })
})
