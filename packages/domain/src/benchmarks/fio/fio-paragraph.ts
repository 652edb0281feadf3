import { quote } from '../../parse/quote.ts'
import type { FioDirection, FioJob } from './fio-case.ts'
import { fioContradiction, ROUNDING } from './fio-invariants.ts'

const US: Readonly<Record<string, number>> = { nsec: 1e-3, usec: 1, msec: 1e3, sec: 1e6 }
const MIB: Readonly<Record<string, number>> = { B: 2 ** -20, KiB: 2 ** -10, MiB: 1, GiB: 2 ** 10, TiB: 2 ** 20 }
const THOUSANDS: Readonly<Record<string, number>> = { '': 1, k: 1e3, M: 1e6, G: 1e9 }

const HEADER = /^(.+): \(groupid=(\d{1,9}), jobs=(\d{1,6})\): err=\s*(-?\d{1,6})\b.*?: pid=-?\d+: (.*)$/
const DIRECTION =
  /^ {2}(read ?|write|trim): IOPS=(\d+(?:\.\d+)?)([kMG]?), BW=(\d+(?:\.\d+)?)([KMGT]i?B|B)\/s \([^()]*\)\([^()/]*\/(\d{1,15})msec\)/
/** The line of a direction in fio 2, where KB is 1024 bytes. */
const OLD_DIRECTION =
  /^ {2}(read ?|write|trim): io=[^,]+, bw=(\d+(?:\.\d+)?)([KMG]?B)\/s, iops=(\d+(?:\.\d+)?)([kMG]?), runt=\s*(\d{1,15})msec/
const LATENCY =
  /^ +(slat|clat|lat|sync) \((nsec|usec|msec|sec)\): min=\s*[\d.]+[kMG]?, max=\s*([\d.]+)([kMG]?), avg=\s*([\d.]+)([kMG]?), stdev=/
const PERCENTILES = /^ +(clat|lat|sync|slat) percentiles \((nsec|usec|msec|sec)\):/
const CPU = /^ {2}cpu {10}: usr=(\d+\.\d+)%, sys=(\d+\.\d+)%/
const ISSUED = /^ {5}issued rwts: total=(\d+),(\d+),(\d+),(\d+) short=/
const OLD_ISSUED = /^ {5}issued +: total=r=(\d+)\/w=(\d+)\/d=(\d+)/

export const isParagraphHeader = (line: string): boolean => HEADER.test(line)

type DirectionName = 'read' | 'write' | 'trim'
type Open = {
  printed: number
  step: number
  mibPerSecond: number
  runtimeMs: number
  meanUs: number | null
  clatUs: number | null
  maxUs: number | null
  percentilesUs: Record<string, number>
}

/**
 * Parses one section, which begins with its header line.
 *
 * @returns a message when the section is truncated or contradicts itself: a job without its last line has lost figures.
 */
export function readParagraph(
  lines: readonly string[],
  firstLine: number,
): FioJob | { refusal: string; line?: number } {
  const [, name, group, processes, error, date] = HEADER.exec(lines[0] ?? '') ?? []
  if (name === undefined) return { refusal: 'the line does not begin a job' }
  const open = new Map<DirectionName, Open>()
  let current: Open | null = null
  let percentiles: { into: Record<string, number>; factor: number } | null = null
  let sync: { meanUs: number } | null = null
  let share: { user: number; system: number } | null = null
  let issued: readonly number[] | null = null
  for (const [i, line] of lines.entries()) {
    if (i === 0) continue
    if (FIGURES.test(line) && !isReadable(line))
      return { refusal: `${quote(line.trim())} cannot be read`, line: firstLine + i }
    if (!/^ +\|/.test(line)) percentiles = null
    const direction = readDirection(line)
    if (direction !== null) {
      current = direction.open
      open.set(direction.name, current)
      continue
    }
    const [, kind, unit = '', max, maxSuffix, avg, avgSuffix] = LATENCY.exec(line) ?? []
    const factor = US[unit] ?? 1
    if (kind !== undefined && scaled(avg, avgSuffix) > scaled(max, maxSuffix) * (1 + ROUNDING)) {
      return { refusal: `the mean ${kind} of ${name} is ${avg}, more than its maximum ${max}`, line: firstLine + i }
    }
    if (kind === 'sync') sync = { meanUs: scaled(avg, avgSuffix) * factor }
    else if (kind !== undefined && current !== null) {
      if (kind === 'lat') current.meanUs = scaled(avg, avgSuffix) * factor
      if (kind === 'clat') current.clatUs = scaled(avg, avgSuffix) * factor
      if (kind !== 'slat') current.maxUs = Math.max(current.maxUs ?? 0, scaled(max, maxSuffix) * factor)
    }
    const [, of, percentUnit = ''] = PERCENTILES.exec(line) ?? []
    if (of !== undefined && of !== 'sync' && of !== 'slat' && current !== null) {
      percentiles = { into: current.percentilesUs, factor: US[percentUnit] ?? 1 }
    }
    if (percentiles !== null) {
      for (const [, percent, value] of line.matchAll(/(\d+\.\d+)th=\[ *(\d+)\]/g)) {
        percentiles.into[String(Number(percent))] ??= Number(value) * percentiles.factor
      }
    }
    const [, user, system] = CPU.exec(line) ?? []
    if (user !== undefined) share = { user: Number(user), system: Number(system) }
    const counts = ISSUED.exec(line) ?? OLD_ISSUED.exec(line)
    if (counts !== null) {
      issued = [Number(counts[1]), Number(counts[2]), Number(counts[3])]
    }
  }
  const jobs = Number(processes)
  if (issued === null) return { refusal: `the job ${name} is cut: expected its line \`issued rwts: total=...\`` }
  const directions: Partial<Record<DirectionName, FioDirection>> = {}
  for (const [direction, found] of open) {
    const ios = issued[ORDER.indexOf(direction)] ?? 0
    const closed = close(found, ios)
    if (closed === null) {
      const message = `${direction} IOPS of ${name} are ${found.printed}, but it issued ${ios} in ${found.runtimeMs} msec`
      return { refusal: message }
    }
    const contradiction = fioContradiction(`${direction} of ${name}`, closed)
    if (contradiction !== null) return { refusal: contradiction }
    directions[direction] = closed
  }
  const runtimeMs = Math.max(0, ...Object.values(directions).map((direction) => direction.runtimeMs))
  const ofAll = runtimeMs * 1_000 * jobs
  return {
    line: firstLine,
    name,
    group: Number(group),
    processes: jobs,
    error: Number(error),
    finishedAt: readDate(date ?? ''),
    directions,
    sync,
    cpu: share === null ? null : { userUs: (share.user / 100) * ofAll, systemUs: (share.system / 100) * ofAll },
  }
}

/** Lines with figures that become values. An unreadable one is an error. */
const FIGURES =
  /^ {2}(?:read ?|write|trim): |^ +(?:slat|clat|lat|sync) \((?:nsec|usec|msec|sec)\): |^ {5}issued rwts: total=/

const isReadable = (line: string): boolean =>
  [DIRECTION, OLD_DIRECTION, LATENCY, ISSUED].some((pattern) => pattern.test(line))

const ORDER: readonly DirectionName[] = ['read', 'write', 'trim']

const isDirection = (name: string): name is DirectionName => (ORDER as readonly string[]).includes(name)

function readDirection(line: string): { name: DirectionName; open: Open } | null {
  const now = DIRECTION.exec(line)
  const old = now === null ? OLD_DIRECTION.exec(line) : null
  const [iops, suffix, bandwidth, unit, runtime] = now?.slice(2) ?? [old?.[4], old?.[5], old?.[2], old?.[3], old?.[6]]
  const name = (now?.[1] ?? old?.[1] ?? '').trim()
  const mib = MIB[now === null ? (unit ?? '').replace(/^([KMGT])B$/, '$1iB') : (unit ?? '')]
  if (!isDirection(name) || iops === undefined || mib === undefined) return null
  const factor = THOUSANDS[suffix ?? ''] ?? 1
  const decimals = /\.(\d+)$/.exec(iops)?.[1]?.length ?? 0
  return {
    name,
    open: {
      printed: Number((Number(iops) * factor).toPrecision(12)),
      step: factor * 10 ** -decimals,
      mibPerSecond: Number(bandwidth) * mib,
      runtimeMs: Number(runtime),
      meanUs: null,
      clatUs: null,
      maxUs: null,
      percentilesUs: {},
    },
  }
}

/**
 * Finishes a direction. fio truncates the printed IOPS, so exact IOPS are computed from requests and milliseconds; null
 * when the two do not agree.
 */
function close({ printed, step, clatUs, meanUs, ...rest }: Open, ios: number): FioDirection | null {
  const exact = rest.runtimeMs > 0 ? (ios * 1_000) / rest.runtimeMs : 0
  if (Math.abs(exact - printed) > step * 1.01) return null
  return { ...rest, printedIops: printed, iops: exact, ios, meanUs: meanUs ?? clatUs, bins: null }
}

const scaled = (text: string | undefined, suffix: string | undefined): number =>
  Number(text) * (THOUSANDS[suffix ?? ''] ?? 1)

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Parses a date such as `Mon Dec 22 18:36:38 2025`, which has no time zone. */
export function readDate(text: string): number | null {
  const [, month = '', day, hour, minute, second, year] =
    /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) +(\d{1,2}) (\d{2}):(\d{2}):(\d{2}) (\d{4})\s*$/.exec(text) ?? []
  const at = MONTHS.indexOf(month)
  if (at < 0) return null
  return Date.UTC(Number(year), at, Number(day), Number(hour), Number(minute), Number(second)) / 1_000
}
