import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { archivePath, hasArchive } from '@assay/testing/archive/archive'
import { archiveTest, describeArchive } from '@assay/testing/archive/archive-test'
import { beforeAll, expect, test } from 'vitest'
import { chooseDevice } from '../../../companion-files/iostat/choose-device.ts'
import { type Iostat, parseIostat } from '../../../companion-files/iostat/iostat.ts'
import { asPublishedMetrics, normalizedMetrics, SB_MET_DIGITS } from '../../../companion-files/normalized-metrics.ts'
import { parseVmstat } from '../../../companion-files/vmstat/vmstat.ts'
import type { Parsed } from '../../../parse/problem.ts'
import { redact } from '../../../parse/redact.ts'
import { AS_PUBLISHED_PREFIX } from '../../../run/metric.ts'
import { roundHalfEven } from '../../../stats/round-half-even.ts'
import { parseSysbenchLoadLog } from './sysbench-load-log.ts'
import { scanKrowsOfAllClients, shownQps } from './sysbench-metric-values.ts'
import { parseSysbenchMetrics } from './sysbench-metrics.ts'
import { parseSysbenchOutput, type SysbenchOutput } from './sysbench-output.ts'
import { isSysbenchVacuumFile, parseSysbenchVacuumLog } from './sysbench-vacuum-log.ts'

const ARCHIVE = archivePath('fixtures/')

const MYSQL = 'sysbench-raw/nov25.sb.mysql/dop1'
const POSTGRES = 'sysbench-full/feb25.pg.flat'
const MYROCKS = 'sysbench-scaleup/sysbench.dec2020/myrocks.inmem'

/** The text of a file or of its .gz copy; null when neither exists. */
function read(file: string): string | null {
  if (existsSync(ARCHIVE + file)) {
    const bytes = readFileSync(ARCHIVE + file)
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  }
  return file.endsWith('.gz') ? null : read(`${file}.gz`)
}

const text = (file: string) => read(file) ?? expect.fail(`no ${file}`)
const list = (folder: string) => (hasArchive ? readdirSync(ARCHIVE + folder).sort() : [])
const servers = (folder: string) => list(folder).filter((name) => /^(?:x\.|fbmy)/.test(name))

function understood<T>({ value, problems }: Parsed<T>): T {
  expect(problems).toEqual([])
  return value ?? expect.fail('no value')
}

describeArchive('raw sysbench output of the archive', () => {
  test.each([
    [MYSQL, 342],
    [POSTGRES, 90],
    [MYROCKS, 330],
  ])('%s parses without a problem', (folder, wanted) => {
    let count = 0
    for (const server of servers(folder)) {
      for (const name of list(`${folder}/${server}`).filter((f) => f.startsWith('sb.o.') && !isSysbenchVacuumFile(f))) {
        const output = understood(parseSysbenchOutput(text(`${folder}/${server}/${name}`), name))
        const [, dop] = /\.dop(\d+)/.exec(name) ?? []
        expect(output.threads, name).toBe(Number(dop))
        expect(output.version, name).toMatch(/^1\.1\.0/)
        expect(output.options['range-size'] ?? output.options['random-points'], name).toBeDefined()
        expect(output.command, name).not.toMatch(/password=(?!\*\*\*)|-user=(?!\*\*\*)|\/home\//)
        count++
      }
    }
    expect(count).toBe(wanted)
  })

  test('QPS rounded half to even is the published QPS, for every step of the MySQL table', () => {
    const rows = text(`${MYSQL}/qps.abs.all.tsv`).trimEnd().split('\n')
    const columns = rows.flatMap((row) => /^col-\d+ : (\S+)$/.exec(row)?.[1] ?? [])
    let compared = 0
    for (const row of rows.slice(rows.findIndex((r) => r.startsWith('col-1\t')) + 1)) {
      const cells = row.split('\t')
      const [test = '', range = ''] = cells.at(-1)?.split('_range=') ?? []
      for (const [i, server] of columns.entries()) {
        const name = `sb.o.${test}.range${range}.pk1.dop1`
        const qps = shownQps(understood(parseSysbenchOutput(text(`${MYSQL}/${server}/${name}`), name)))
        expect(`${server} ${name} ${roundHalfEven(qps ?? Number.NaN)}`).toBe(`${server} ${name} ${cells[i]}`)
        compared++
      }
    }
    expect(compared).toBe(33 * 8)
  })

  test('QPS with two decimals is o/s of sb.met; scans are per client or of all clients', () => {
    let scans = 0
    for (const folder of [MYSQL, POSTGRES]) {
      for (const server of servers(folder)) {
        for (const name of list(`${folder}/${server}`).filter((f) => f.startsWith('sb.met.'))) {
          const published = parseSysbenchMetrics(text(`${folder}/${server}/${name}`), name).value?.operationsPerSecond
          const output = understood(
            parseSysbenchOutput(text(`${folder}/${server}/${name.replace('sb.met', 'sb.o')}`), name),
          )
          const isScan = name.includes('.scan.')
          const qps = isScan && folder === POSTGRES ? scanKrowsOfAllClients(output) : shownQps(output)
          expect(roundHalfEven(qps ?? Number.NaN, isScan ? 0 : 2), `${server} ${name}`).toBe(published)
          scans += isScan ? 1 : 0
        }
      }
    }
    expect(scans).toBe(27 + 3)
  })

  test('the log of the pause after the load states rows and tables, and its other files are not a problem', () => {
    for (const [folder, rows, tables] of [[MYSQL, 50_000_000, 1] as const, [POSTGRES, 80_000_000, 8] as const]) {
      for (const server of servers(folder)) {
        const names = list(`${folder}/${server}`).filter(isSysbenchVacuumFile)
        const logs = names.map((name) => parseSysbenchVacuumLog(text(`${folder}/${server}/${name}`), name))
        expect(logs.flatMap(({ problems }) => problems)).toEqual([])
        expect(logs.flatMap(({ value }) => value ?? [])).toMatchObject([{ rows, tables }])
      }
    }
  })
})

describeArchive('vmstat and iostat of the archive', () => {
  const stepsOf = new Map<string, Step[]>()
  beforeAll(() => {
    for (const server of servers(POSTGRES)) {
      const names = list(`${POSTGRES}/${server}`).filter((f) => /^sb\.(?:prepare\.)?met\./.test(f))
      stepsOf.set(
        server,
        names.map((name) => readStep(`${POSTGRES}/${server}`, name)),
      )
    }
  })
  const steps = (server: string) => stepsOf.get(server) ?? []

  test('as-published values equal sb.met in every digit, for each step and the load of three servers', () => {
    let compared = 0
    for (const server of servers(POSTGRES)) {
      const all = steps(server)
      const chosen = chooseDevice(all.flatMap(({ iostat }) => iostat ?? []))
      expect(chosen?.device).toBe('md2')
      for (const step of all) {
        const ours = asPublishedMetrics({ ...step, device: chosen?.device ?? null })
        for (const [name, digits] of Object.entries(SB_MET_DIGITS)) {
          if (step.iostat === null && !/^(?:cs|cpu)/.test(name)) continue // The archive kept no iostat of the load.
          const value = ours[`${AS_PUBLISHED_PREFIX}${name}`] ?? Number.NaN
          expect(`${step.name} ${name} ${value.toFixed(digits)}`).toBe(
            `${step.name} ${name} ${step.published.get(name)}`,
          )
          compared++
        }
      }
    }
    expect(compared).toBe(3 * (30 * 11 + 4))
  })

  test('sb.met parsed gives the same numbers as vmstat and iostat as published', () => {
    for (const server of servers(POSTGRES)) {
      for (const step of steps(server).filter(({ iostat }) => iostat !== null)) {
        const parsed = understood(parseSysbenchMetrics(text(step.file), step.name))
        expect(parsed.values).toEqual(asPublishedMetrics({ ...step, device: 'md2' }))
      }
    }
  })

  test('correct means are 4 to 6% above the published ones, and reads and writes are equal', () => {
    const above: number[] = []
    for (const server of servers(POSTGRES)) {
      for (const step of steps(server).filter(({ iostat }) => iostat !== null)) {
        const correct = normalizedMetrics({ ...step, device: 'md2', cpus: 96 })
        const published = asPublishedMetrics({ ...step, device: 'md2' })
        above.push((correct['cpu/s'] ?? 0) / (published['as-published:cpu/s'] ?? 0))
        expect(roundHalfEven(correct['w/s'] ?? 0, 1)).toBe(published['as-published:w/s'])
        const busy = (correct.cpu_us ?? 0) + (correct.cpu_sy ?? 0)
        expect(correct['cpu_us/o']).toBeCloseTo(((busy / 100) * 96e6) / (step.operationsPerSecond ?? 0), 9)
      }
    }
    expect(Math.min(...above)).toBeGreaterThan(1.03)
    expect(Math.max(...above)).toBeLessThan(1.08)
  })

  test('point-query of 11.10 has the samples and means of FORMATS.md section 4', () => {
    const server = servers(POSTGRES).find((name) => name.includes('pg1110')) ?? ''
    const step = readStep(`${POSTGRES}/${server}`, 'sb.met.point-query.range100.pk1.dop40')
    const correct = normalizedMetrics({ ...step, device: 'md2' })
    expect(correct['cpu/s']?.toFixed(2)).toBe('85.03')
    expect(step.iostat?.cpus).toBe(96)
    expect(step.iostat?.firstReportSinceBoot).toBe(false)
  })

  test('one-device extracts give the means of the whole file', () => {
    const folder = 'iostat/trimbench/res.ext4.discard.swraid.crucial.linux65.socket2'
    const whole = understood(parseIostat(text(`${folder}/o.test.iostat`), 'o.test.iostat'))
    expect(chooseDevice([whole])?.device).toBe('md0')
    for (const [name, devices] of [
      ['md0', ['md0']],
      ['nvme', ['nvme0n1', 'nvme1n1']],
    ] as const) {
      const extract = understood(parseIostat(text(`${folder}/o.test.iostat.${name}`), name))
      for (const device of devices) expect(extract.devices[device]).toEqual(whole.devices[device])
    }
  })
})

archiveTest('redacting the archive leaves no name, and files without secrets as they are', () => {
  for (const server of servers(POSTGRES)) {
    for (const name of list(`${POSTGRES}/${server}`)) {
      const before = text(`${POSTGRES}/${server}/${name}`)
      const after = redact(before)
      expect(after, name).not.toMatch(/\/home\/|password=(?!\*\*\*)\S/)
      if (/^sb\.(?:vm|io|met|r)\b/.test(name)) expect(after === before, name).toBe(true)
    }
  }
})

type Step = {
  name: string
  file: string
  published: Map<string, string>
  operationsPerSecond: number | null
  cpus: number | null
} & {
  vmstat: ReturnType<typeof parseVmstat>['value']
  iostat: Iostat | null
}

/** One step of sb.met with its raw files; o/s is what sysbench, or the load script, printed. */
function readStep(folder: string, name: string): Step {
  const companionOf = (kind: string) => read(`${folder}/${name.replace('met.', `${kind}.`)}`)
  const lines = text(`${folder}/${name}`)
    .split('\n')
    .map((line) => line.split('\t'))
  const published = new Map(
    [1, 4].flatMap((at) => (lines[at] ?? []).map((column, i) => [column, lines[at + 1]?.[i] ?? ''] as const)),
  )
  const [o, vm, io] = [companionOf('o'), companionOf('vm'), companionOf('io')]
  const operationsPerSecond = name.startsWith('sb.prepare')
    ? understood(parseSysbenchLoadLog(o ?? '', name)).rowsPerSecond
    : operationsOf(understood(parseSysbenchOutput(o ?? '', name)))
  return {
    name,
    file: `${folder}/${name}`,
    published,
    operationsPerSecond,
    cpus: null,
    vmstat: vm === null ? null : understood(parseVmstat(vm, name)),
    iostat: io === null ? null : understood(parseIostat(io, name)),
  }
}

function operationsOf(output: SysbenchOutput): number | null {
  return output.script === 'oltp_scan' ? scanKrowsOfAllClients(output) : shownQps(output)
}
