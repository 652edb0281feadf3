import { z } from 'zod'
import { parseStrictJson } from '../json/strict-json.ts'
import { refusal } from '../parse/invariants/invariants.ts'
import type { Parsed } from '../parse/problem.ts'
import {
  ParamValue,
  TraceId,
  UploadBuild,
  UploadConfig,
  UploadDocument,
  UploadHardware,
  UploadTestbed,
} from '../run/upload-document.ts'

/** The outcome of a benchmark under `assay exec`. A record still says `running` when assay itself was killed. */
export const ExecOutcome = z.enum(['running', 'finished', 'failed', 'interrupted'])
export type ExecOutcome = z.infer<typeof ExecOutcome>

/** A bare file name without a directory, so that a record cannot refer to files outside its folder. */
const fileName = z
  .string()
  .max(240)
  .regex(/^[A-Za-z0-9][\w.+-]*$/, 'must be the plain name of a file in the same folder')

const { product, version, repeat, startedAt, finishedAt } = UploadDocument.shape
const text = UploadDocument.shape.workload.shape.name

/** The system under test. All records of a folder have the same facts, because together they are one run. */
export const ExecFacts = z.strictObject({
  product: product.optional(),
  version: version.optional(),
  build: UploadBuild.optional(),
  config: UploadConfig.optional(),
  hardware: UploadHardware.optional(),
  testbed: UploadTestbed.optional(),
  workload: text.optional(),
  repeat,
  params: z.record(text, ParamValue).optional(),
})
export type ExecFacts = z.infer<typeof ExecFacts>

/** The record `NAME.exec.json` that `assay exec` writes next to the output of one benchmark. */
export const ExecRecord = z.strictObject({
  assayExec: z.literal(1),
  /** Name of the built-in profile whose test rules apply; absent when the user's own profile applies. */
  profile: text.optional(),
  test: text,
  /** True when the user named the test. Otherwise the benchmark's own test name wins. */
  testGiven: z.boolean(),
  clients: z.int().min(1).max(1_000_000).optional(),
  /** The command line, with secrets removed. */
  command: z.string().max(1_000_000),
  outcome: ExecOutcome,
  exitCode: z.int().optional(),
  signal: text.optional(),
  startedAt: startedAt.unwrap(),
  finishedAt,
  files: z.strictObject({ output: fileName, vmstat: fileName.optional(), iostat: fileName.optional() }),
  /** Seconds between samples of vmstat and iostat, which run until the benchmark ends. */
  sampleSeconds: z.number().positive(),
  /** Number of online logical CPUs. */
  cpus: z.int().min(1).optional(),
  /** Name of the block device as iostat prints it. */
  device: text.optional(),
  /** The OpenTelemetry trace in which the benchmark was started. */
  traceId: TraceId.optional(),
  facts: ExecFacts,
})
export type ExecRecord = z.infer<typeof ExecRecord>

const SUFFIX = '.exec.json'

export const execRecordName = (stem: string): string => `${stem}${SUFFIX}`

export const isExecRecordName = (name: string): boolean => name.endsWith(SUFFIX)

/**
 * Parses a record. On an invalid record `value` is null and a problem names the field. Contradictory facts refuse the
 * run.
 */
export function parseExecRecord(content: string, file: string): Parsed<ExecRecord> {
  const json = parseStrictJson(content)
  if (!json.ok) {
    return { value: null, problems: [{ file, message: `${json.error.pointer} ${json.error.message}`.trimStart() }] }
  }
  const parsed = ExecRecord.safeParse(json.value)
  if (parsed.success) {
    const wrong = whyContradictory(parsed.data)
    return wrong === null
      ? { value: parsed.data, problems: [] }
      : { value: null, problems: [refusal(file, wrong, lineOf(content, wrong))] }
  }
  const [issue] = parsed.error.issues
  const path = (issue?.path ?? []).map((part) => `/${String(part)}`).join('')
  const message = `is not a record of assay exec that is understood here: ${path} ${issue?.message ?? ''}`
  return { value: null, problems: [{ file, message }] }
}

/** The contradiction between fields of a record, beginning with the name of the field; null when there is none. */
function whyContradictory(record: ExecRecord): string | null {
  const { outcome, exitCode, signal, startedAt, finishedAt, cpus, facts } = record
  const { cores } = facts.hardware ?? {}
  const { cpus: ofTestbed, cpuLimit } = facts.testbed ?? {}
  const online = cpus ?? ofTestbed
  if (outcome === 'finished' && exitCode !== undefined && exitCode !== 0)
    return `exitCode is ${exitCode} of a test that finished`
  if (outcome === 'finished' && signal !== undefined) return `signal is ${signal} of a test that finished`
  if (outcome === 'failed' && exitCode === 0 && signal === undefined) return 'exitCode is 0 of a test that failed'
  if (finishedAt !== undefined && Date.parse(finishedAt) < Date.parse(startedAt))
    return `finishedAt ${finishedAt} is before startedAt ${startedAt}`
  if (cpus !== undefined && ofTestbed !== undefined && cpus !== ofTestbed)
    return `cpus are ${cpus}, and ${ofTestbed} in facts.testbed`
  if (online !== undefined && cores !== undefined && cores > online && facts.testbed?.smt !== undefined)
    return `cores are ${cores}, more than the ${online} logical CPUs that are online`
  if (online !== undefined && cpuLimit !== undefined && cpuLimit > online)
    return `cpuLimit is ${cpuLimit}, more than the ${online} logical CPUs that are online`
  return null
}

/** The line of the field that a message begins with. Records that people edit have one field per line. */
function lineOf(content: string, message: string): number {
  const [field = ''] = message.split(' ')
  const at = content.indexOf(`"${field}"`)
  return content.slice(0, Math.max(0, at)).split('\n').length
}
