import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { chooseDevice } from '../../../companion-files/iostat/choose-device.ts'
import { parseIostat } from '../../../companion-files/iostat/iostat.ts'
import { normalizedMetrics } from '../../../companion-files/normalized-metrics.ts'
import { parseVmstat } from '../../../companion-files/vmstat/vmstat.ts'
import type { Parsed } from '../../../parse/problem.ts'
import { redact } from '../../../parse/redact.ts'
import { parseDbBenchReport } from '../../db-bench/parse/db-bench-report.ts'
import { shownQps, sysbenchSamples } from './sysbench-metric-values.ts'
import { parseSysbenchOutput } from './sysbench-output.ts'

const RAW = fileURLToPath(new URL('../../../../../../demo/raw/', import.meta.url))
const files = readdirSync(RAW, { recursive: true, encoding: 'utf8' }).sort()
const steps = files.filter((name) => /^nov26\.sb\.pg\..*\/sb\.o\.[^/]*$/.test(name))
const read = (name: string) => readFileSync(RAW + name, 'utf8')

function understood<T>({ value, problems }: Parsed<T>): T {
  expect(problems).toEqual([])
  return value ?? expect.fail('no value')
}

test('the recordings have two servers, two repeats, four tests and three client counts', () => {
  expect(steps).toHaveLength(2 * 2 * 4 * 3)
})

describe.each(steps)('%s', (name) => {
  const output = () => understood(parseSysbenchOutput(read(name), name))

  test('sysbench 1.0: clients match the name, the rate is count divided by time, one sample per second', () => {
    const { version, threads, cpus, queries, elapsedSeconds, events, intervals } = output()
    expect([version, cpus, threads]).toEqual(['1.0.20', 2, Number(/dop(\d+)$/.exec(name)?.[1])])
    // Elapsed time has four decimals; version 1.0 divides by the unrounded time.
    const rate = (queries?.count ?? 0) / elapsedSeconds
    expect(Math.abs((shownQps(output()) ?? 0) / rate - 1)).toBeLessThan(0.002)
    expect(events).toBeGreaterThan(1_000)
    expect(intervals?.intervalSeconds).toBe(1)
    const samples = sysbenchSamples(output())
    expect(samples.map(({ metric }) => metric)).toEqual(['qps', 'tps', 'latency_ms_p95'])
    // sysbench may finish before it prints the interval of its last second.
    for (const { values } of samples) expect([7, 8]).toContain(values.length)
  })

  test('vmstat and iostat of the same test, without their first report, give every metric', () => {
    const vmstat = understood(parseVmstat(read(name.replace('sb.o.', 'sb.vm.')), name))
    const iostat = understood(parseIostat(read(name.replace('sb.o.', 'sb.io.')), name))
    expect(vmstat.samples.cs).toHaveLength(8)
    expect([iostat.firstReportSinceBoot, iostat.deviceHeaders, iostat.cpus]).toEqual([true, 9, 2])
    const device = chooseDevice([iostat])?.device ?? null
    expect(device).toBe('vda')
    const metrics = normalizedMetrics({ vmstat, iostat, device, operationsPerSecond: shownQps(output()), cpus: 2 })
    expect(Object.keys(metrics).sort()).toEqual(
      'cpu/o cpu/s cpu_id cpu_st cpu_sy cpu_us cpu_us/o cpu_wa cs/o cs/s r/o r/s rKB/o rMB/s w/s wKB/o wMB/s'
        .split(' ')
        .sort(),
    )
    // Two CPUs have two seconds of CPU time per second. vmstat rounds us and sy separately, so they may sum to 101.
    const mostMicroseconds = 2e6 / (shownQps(output()) ?? 0)
    expect(metrics['cpu_us/o']).toBeGreaterThan(0)
    expect(metrics['cpu_us/o']).toBeLessThanOrEqual(mostMicroseconds * 1.01)
  })
})

test('the only secret in the recordings is the name of the database user', () => {
  for (const name of files.filter((file) => /\/(?:sb\.|o\.|db_bench)[^/]*$/.test(file))) {
    const text = read(name)
    expect(redact(text), name).toBe(text.replace('--pgsql-user=bench', '--pgsql-user=***'))
  }
})

test('each report.tsv of db_bench is parsed completely', () => {
  const reports = files.filter((name) => name.endsWith('report.tsv'))
  expect(reports).toHaveLength(8)
  for (const name of reports) {
    for (const row of understood(parseDbBenchReport(read(name), name))) {
      expect(row.version.text).toBe('7.8.3')
      expect(row.values['ops/s']).toBeGreaterThan(0)
    }
  }
})
