import { z } from 'zod'
import { refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { textLines } from '../../parse/text-lines.ts'
import { type FioCase, type FioDirection, type FioJob, type FioOutput, formatBlockSize } from './fio-case.ts'
import { fioContradiction } from './fio-invariants.ts'

const count = z.number().min(0)
const latency = z.object({
  max: count.optional(),
  mean: count,
  N: count.optional(),
  percentile: z.record(z.string(), count).optional(),
  bins: z.record(z.string().regex(/^\d{1,19}$/), z.int().min(0)).optional(),
})
const direction = z.object({
  bw_bytes: count,
  iops: count,
  runtime: count,
  total_ios: count,
  clat_ns: latency,
  lat_ns: latency,
})
const options = z.record(z.string(), z.union([z.string(), z.number()]))
const Job = z.object({
  jobname: z.string().min(1),
  groupid: z.int().min(0),
  error: z.int(),
  'job options': options.optional(),
  read: direction,
  write: direction,
  trim: direction.optional(),
  sync: z.object({ lat_ns: latency }).optional(),
  job_runtime: count.optional(),
  usr_cpu: count.optional(),
  sys_cpu: count.optional(),
})
const Document = z.object({
  'fio version': z.string().regex(/^fio-\d\S*$/),
  timestamp: z.number().optional(),
  'global options': options.optional(),
  jobs: z.array(Job).min(1),
})
type Job = z.infer<typeof Job>
type Options = Readonly<Record<string, string | number>>

/**
 * Parses output of `fio --output-format=json` and `json+`, one call or several appended. Lines before the first brace
 * are messages of fio.
 */
export function parseFioJson(text: string, file: string): Parsed<FioOutput> {
  const problems: Problem[] = []
  const cases: FioCase[] = []
  for (const { line, json } of splitDocuments(text)) {
    const data = readJson(json)
    const document = Document.safeParse(data)
    if (!document.success) {
      const [issue] = document.error.issues
      const what =
        data === undefined ? 'the JSON is cut or malformed' : `/${(issue?.path ?? []).join('/')} ${issue?.message}`
      problems.push(refusal(file, `${what}; expected the JSON of fio`, line))
      continue
    }
    const { jobs, timestamp, 'fio version': version, 'global options': global = {} } = document.data
    for (const group of groupJobs(jobs)) {
      const made = toCase(group, { line, version: version.slice('fio-'.length), finishedAt: timestamp ?? null, global })
      const wrong = 'refusal' in made ? made.refusal : contradictionOf(made)
      if (wrong !== null) problems.push(refusal(file, wrong, line))
      else if (!('refusal' in made)) cases.push(made)
    }
  }
  if (cases.length > 0) return { value: { cases }, problems }
  return { value: null, problems: problems.length > 0 ? problems : [{ file, message: 'holds no JSON of fio' }] }
}

/** Splits appended documents. Each begins and ends with a brace alone on its line. */
function splitDocuments(text: string): { line: number; json: string }[] {
  const documents: { line: number; lines: string[] }[] = []
  let open = false
  for (const [i, line] of textLines(text).entries()) {
    if (!open && /^\{\s*$/.test(line)) {
      documents.push({ line: i + 1, lines: [] })
      open = true
    }
    if (!open) continue
    documents.at(-1)?.lines.push(line)
    if (/^\}\s*$/.test(line)) open = false
  }
  return documents.map(({ line, lines }) => ({ line, json: lines.join('\n') }))
}

function contradictionOf({ name, jobs }: FioCase): string | null {
  const found = jobs.flatMap(({ directions }) =>
    Object.entries(directions).flatMap(([direction, one]) => fioContradiction(`${direction} of ${name}`, one) ?? []),
  )
  return found[0] ?? null
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // The caller reports truncated or malformed JSON.
  }
}

function groupJobs(jobs: readonly Job[]): Job[][] {
  const groups = new Map<string, Job[]>()
  for (const job of jobs) {
    const key = `${job.groupid} ${job.jobname}`
    groups.set(key, [...(groups.get(key) ?? []), job])
  }
  return [...groups.values()]
}

type Call = { line: number; version: string; finishedAt: number | null; global: Options }

function toCase(group: readonly Job[], { line, version, finishedAt, global }: Call): FioCase | { refusal: string } {
  const [first] = group
  if (first === undefined) return { refusal: 'holds no job' }
  const options = { ...global, ...first['job options'] }
  const name = first.jobname
  const rw = String(options.rw ?? options.readwrite ?? 'read')
  const numjobs = Number(options.numjobs ?? 1)
  if (group.length !== 1 && group.length !== numjobs) {
    return { refusal: `${name} was to run ${numjobs} processes, but results of ${group.length} are there` }
  }
  const processes = group.length === 1 ? numjobs : 1
  const blockSize = readBlockSize(String(options.bs ?? options.blocksize ?? '4k'))
  if (blockSize === null)
    return { refusal: `the block size ${String(options.bs ?? options.blocksize)} of ${name} is not understood` }
  return {
    line,
    name,
    label: null,
    version,
    rw,
    blockSize,
    engine: String(options.ioengine ?? 'psync'),
    depth: Number(options.iodepth ?? 1) || 1,
    jobs: group.map((job) => toJob(job, { line, processes, finishedAt })),
  }
}

function toJob(
  job: Job,
  { line, processes, finishedAt }: { line: number; processes: number; finishedAt: number | null },
): FioJob {
  const directions: FioJob['directions'] = {
    ...(job.read.total_ios > 0 ? { read: toDirection(job.read) } : {}),
    ...(job.write.total_ios > 0 ? { write: toDirection(job.write) } : {}),
    ...(job.trim !== undefined && job.trim.total_ios > 0 ? { trim: toDirection(job.trim) } : {}),
  }
  const { sync, usr_cpu: user, sys_cpu: system, job_runtime: runtimeMs } = job
  return {
    line,
    name: job.jobname,
    group: job.groupid,
    processes,
    error: job.error,
    finishedAt,
    directions,
    sync: sync === undefined || sync.lat_ns.mean === 0 ? null : { meanUs: sync.lat_ns.mean / 1_000 },
    // CPU time of all processes. fio divides by it to compute its percentages.
    cpu:
      user === undefined || system === undefined || runtimeMs === undefined
        ? null
        : { userUs: user * 10 * runtimeMs, systemUs: system * 10 * runtimeMs },
  }
}

function toDirection({ bw_bytes, iops, runtime, total_ios, clat_ns, lat_ns }: z.infer<typeof direction>): FioDirection {
  const mean = lat_ns.N === 0 ? clat_ns : lat_ns
  return {
    iops,
    printedIops: iops,
    ios: total_ios,
    mibPerSecond: bw_bytes / 1024 ** 2,
    runtimeMs: runtime,
    meanUs: mean.mean / 1_000,
    maxUs: mean.max === undefined ? null : mean.max / 1_000,
    percentilesUs: Object.fromEntries(
      Object.entries(clat_ns.percentile ?? lat_ns.percentile ?? {}).map(([percent, value]) => [
        String(Number(percent)),
        value / 1_000,
      ]),
    ),
    bins: clat_ns.bins === undefined ? null : Object.entries(clat_ns.bins).map(([value, n]) => [Number(value), n]),
  }
}

const BYTES: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }

/** Reads a block size: `16k`, `16384`, `4k,8k`. */
function readBlockSize(text: string): string | null {
  const parts = text.toLowerCase().split(',')
  const sizes = parts.map((part) => {
    const [, number, unit = ''] = /^(\d{1,12})([kmg]?)i?b?$/.exec(part.trim()) ?? []
    return number === undefined ? null : formatBlockSize(Number(number) * (BYTES[unit] ?? 1))
  })
  return sizes.includes(null) ? null : [...new Set(sizes)].join(',')
}
