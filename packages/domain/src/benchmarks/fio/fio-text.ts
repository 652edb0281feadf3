import { refusal } from '../../parse/invariants/invariants.ts'
import type { Parsed, Problem } from '../../parse/problem.ts'
import { quote } from '../../parse/quote.ts'
import { textLines } from '../../parse/text-lines.ts'
import { type FioCase, type FioJob, type FioOutput, formatBlockSize } from './fio-case.ts'
import { isParagraphHeader, readParagraph } from './fio-paragraph.ts'

/** Definition of a job: `NAME: (g=0): rw=randread, bs=(R) 16.0KiB-16.0KiB, ...`; the second form is that of fio 2. */
const DEFINITION = /^(.+): \(g=(\d{1,9})\): rw=([a-z]+), bs=(.+), ioengine=([A-Za-z0-9_./:-]+), iodepth=(\d{1,9})$/
const VERSION = /^fio-(\d\S{0,60})$/
const STARTING =
  /^Starting (?:(\d{1,6}) process(?:es)?)?(?:(?: and )?(\d{1,6}) threads?)?(?: and (\d{1,6}) process(?:es)?)?$/
const HEADING = /^(?:O_DIRECT with )?(f(?:data)?sync=\d{1,6}) for block size (\d{1,6}[KMG])$/

type Definition = {
  line: number
  name: string
  group: number
  rw: string
  blockSize: string
  engine: string
  depth: number
}
type Block = {
  heading: string | null
  definitions: Definition[]
  version: string | null
  started: number | null
  from: number
  to: number
}

/**
 * Parses the normal output of fio, of one call or of many that were appended (FORMATS.md section 14). A call with a
 * missing process is left out with a problem, because the sum over the others would be too small.
 */
export function parseFioText(text: string, file: string): Parsed<FioOutput> {
  const lines = textLines(text)
  const problems: Problem[] = []
  const cases: FioCase[] = []
  for (const block of splitCalls(lines)) {
    const jobs: FioJob[] = []
    const refused: Problem[] = []
    for (const { from, to } of paragraphsOf(lines, block)) {
      const job = readParagraph(lines.slice(from, to), from + 1)
      if ('refusal' in job) refused.push(refusal(file, job.refusal, job.line ?? from + 1))
      else jobs.push(job)
    }
    problems.push(...refused)
    const line = block.definitions[0]?.line ?? block.from + 1
    const found = jobs.reduce((sum, { processes }) => sum + processes, 0)
    if (block.version === null || block.started === null) {
      problems.push(refusal(file, 'expected `fio-VERSION` and `Starting N processes` below the job', line))
    } else if (found !== block.started) {
      if (refused.length > 0) continue
      const message = `started ${block.started} processes, but printed results of ${found}`
      problems.push(refusal(file, message, line))
    } else {
      cases.push(...casesOf(block, block.version, jobs, problems, file))
    }
  }
  if (cases.length > 0) return { value: { cases }, problems }
  const message = lines.length === 0 ? 'the file is empty' : 'holds no result of fio'
  return { value: null, problems: problems.length > 0 ? problems : [{ file, message }] }
}

/** Splits a file into calls. A call begins with the first definition after the results of the previous call. */
function splitCalls(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  let open: Block | null = null
  let heading: string | null = null
  for (const [i, line] of lines.entries()) {
    const label = HEADING.exec(line.trimEnd())
    if (label !== null) heading = `${label[1]}_${label[2]}`
    const definition = readDefinition(line, i + 1)
    if (definition !== null) {
      if (open === null || open.version !== null) {
        open = { heading, definitions: [], version: null, started: null, from: i, to: lines.length }
        const before = blocks.at(-1)
        if (before !== undefined) before.to = i
        blocks.push(open)
        heading = null
      }
      open.definitions.push(definition)
    }
    if (open === null) continue
    open.version ??= VERSION.exec(line.trimEnd())?.[1] ?? null
    const starting = STARTING.exec(line.trimEnd())
    if (starting !== null) open.started ??= starting.slice(1).reduce((sum, count) => sum + Number(count ?? 0), 0)
  }
  return blocks
}

function readDefinition(line: string, number: number): Definition | null {
  const [, name, group, rw, sizes, engine, depth] = DEFINITION.exec(line.trimEnd()) ?? []
  if (name === undefined || rw === undefined || sizes === undefined || engine === undefined) return null
  const blockSize = readBlockSize(sizes, rw)
  if (blockSize === null) return null
  return { line: number, name, group: Number(group), rw, blockSize, engine, depth: Number(depth) }
}

const BYTES: Readonly<Record<string, number>> = {
  B: 1,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  K: 1024,
  M: 1024 ** 2,
  '': 1,
}

/** Block sizes, from smallest to largest, of the operations (reads, writes, trims) that the job does. */
function readBlockSize(text: string, rw: string): string | null {
  const sizes = text
    .split(/[,/] ?/)
    .map((part) => /^(?:\([RWT]\) )?(\d+(?:\.\d+)?)([KMG]iB|B|K|M|)-(\d+(?:\.\d+)?)([KMG]iB|B|K|M|)$/.exec(part))
  if (sizes.length !== 3 || sizes.includes(null)) return null
  const [read = '', write = '', trim = ''] = sizes.map((size) => {
    const [smallest, largest] = [bytesOf(size?.[1], size?.[2]), bytesOf(size?.[3], size?.[4])]
    return smallest === largest ? formatBlockSize(smallest) : `${formatBlockSize(smallest)}-${formatBlockSize(largest)}`
  })
  if (rw.includes('trim')) return trim
  if (rw.endsWith('rw') || rw.includes('readwrite')) return read === write ? read : `${read},${write}`
  return rw.includes('write') ? write : read
}

const bytesOf = (text: string | undefined, unit: string | undefined): number => Number(text) * (BYTES[unit ?? ''] ?? 1)

function paragraphsOf(lines: readonly string[], { from, to }: Block): { from: number; to: number }[] {
  const starts: number[] = []
  let end = to
  for (let i = from; i < to; i++) {
    const line = lines[i] ?? ''
    if (isParagraphHeader(line)) starts.push(i)
    if (line.startsWith('Run status group ') && end === to) end = i
  }
  return starts.map((start, i) => ({ from: start, to: Math.min(starts[i + 1] ?? end, start < end ? end : to) }))
}

/** Groups jobs with the same name and group into cases. */
function casesOf(
  { definitions, heading }: Block,
  version: string,
  jobs: readonly FioJob[],
  problems: Problem[],
  file: string,
): FioCase[] {
  const cases = new Map<string, FioCase & { jobs: FioJob[] }>()
  for (const job of jobs) {
    const of = definitions.filter(({ name, group }) => name === job.name && group === job.group)
    const [definition] = of
    const same = of.every(({ rw, blockSize }) => rw === definition?.rw && blockSize === definition.blockSize)
    if (definition === undefined || !same) {
      const message = `the job ${quote(job.name)} needs one definition above its results, with its operation and block size`
      problems.push({ file, line: job.line, message })
      continue
    }
    const { line, name, rw, blockSize, engine, depth } = definition
    const key = `${job.group} ${name}`
    const label = definitions.length === 1 ? heading : null
    const found = cases.get(key) ?? { line, name, label, version, rw, blockSize, engine, depth, jobs: [] }
    found.jobs.push(job)
    cases.set(key, found)
  }
  return [...cases.values()]
}
