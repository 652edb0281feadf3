import { z } from 'zod'
import { refusal } from '../../parse/invariants/invariants.ts'
import { isJsonObjectWith, parseJsonReport } from '../../parse/json-report.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import type { Iostat } from './iostat.ts'

const Device = z.looseObject({ disk_device: z.string().min(1) })
const Shares = z.record(z.string(), z.number().min(0).max(101))
const Export = z.looseObject({
  sysstat: z.looseObject({
    hosts: z
      .array(
        z.looseObject({
          release: z.string().optional(),
          'number-of-cpus': z.int().min(1).optional(),
          statistics: z.array(z.looseObject({ 'avg-cpu': Shares.optional(), disk: z.array(Device) })).min(1),
        }),
      )
      .min(1),
  }),
})

export const isIostatJson = (text: string): boolean =>
  isJsonObjectWith(text, 'sysstat', 'hosts', 'statistics', 'disk', 'disk_device')

/**
 * Parses `iostat -x -o JSON`. The first report is the mean since boot; with `-y`, which the file does not state, it is a
 * sample that is left out too.
 */
export function parseIostatJson(text: string, file: string): Parsed<Iostat> {
  const parsed = parseJsonReport(text, file, Export)
  if ('problems' in parsed) return { value: null, problems: parsed.problems }
  const { value, lineOf } = parsed.report
  const [host] = value.sysstat.hosts
  const reports = host?.statistics ?? []
  const problems: Problem[] = []
  const devices: Record<string, Record<string, number[]>> = {}
  for (const [index, { disk }] of reports.entries()) {
    for (const [at, { disk_device: name, ...cells }] of disk.entries()) {
      const line = lineOf(['sysstat', 'hosts', 0, 'statistics', index, 'disk', at])
      const rows = devices[name] ?? {}
      devices[name] = rows
      for (const [column, cell] of Object.entries(cells)) {
        if (typeof cell !== 'number' || cell < 0) problems.push(refusal(file, `${column} of ${name} is no rate`, line))
        else rows[column] = [...(rows[column] ?? []), cell]
      }
    }
  }
  if (problems.length > 0) return { value: null, problems }
  const cpu = Object.keys(reports[0]?.['avg-cpu'] ?? {})
  return {
    value: {
      cpus: host?.['number-of-cpus'] ?? null,
      kernel: host?.release ?? null,
      columns: Object.keys(Object.values(devices)[0] ?? {}),
      devices,
      cpu: Object.fromEntries(cpu.map((name) => [name, reports.map((one) => one['avg-cpu']?.[name] ?? 0)])),
      deviceHeaders: reports.length,
      firstReportSinceBoot: true,
      ...{ gaps: {}, unreadLines: 0, lastLineCut: false },
    },
    problems,
  }
}
