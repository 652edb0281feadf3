import { z } from 'zod'
import { MAX_BUCKETS } from '../histograms/histogram.ts'
import { readableText } from '../json/readable-text.ts'
import { PROFILE_KINDS, PROFILE_UNITS } from './cpu-profile/stack-profile.ts'
import { Better } from './metric.ts'

/** Limits of one document; a larger set of results is several runs. */
export const LIMITS = {
  results: 20_000,
  metricNames: 400,
  samples: 100,
  samplesPerSeries: 200_000,
  attachments: 2_000,
  profiles: 5_000,
  traceIds: 100,
  nameCharacters: 200,
  textCharacters: 1_000_000,
} as const

const text = (max: number) => readableText(z.string().max(max))

const name = text(LIMITS.nameCharacters).check(({ value, issues }) => {
  if (issues.length > 0 || (value.trim() === value && value !== '')) return
  issues.push({
    code: 'custom',
    message: 'must not be empty, nor begin or end with a space',
    input: value,
    continue: true,
  })
})
const shortText = text(2_000)
const longText = text(LIMITS.textCharacters)
const count = z.int().min(0)
const finite = z.number() // zod 4 refuses NaN and infinities

export const ParamValue = z.union([name, finite])
export type ParamValue = z.infer<typeof ParamValue>

const params = z.record(name, ParamValue)

export const UploadBuild = z.strictObject({
  /** Name of the build in the archive's spelling, such as `rel_o2nofp`. */
  name: name.optional(),
  compiler: name.optional(),
  compilerVersion: name.optional(),
  lto: z.boolean().optional(),
  /** Profile-guided optimization. */
  pgo: z.boolean().optional(),
  /** Post-link optimization by BOLT. */
  bolt: z.boolean().optional(),
  /** Value of `-march`, where the flags do not state it. */
  march: name.optional(),
  /** Memory allocator and its version, such as `jemalloc 5.3`. */
  allocator: name.optional(),
  flags: shortText.optional(),
  buildType: name.optional(),
  commit: name.optional(),
  /** sha256 of the binary, hex. Equal hashes are equal builds by construction. */
  binarySha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})

export const UploadConfig = z.strictObject({
  name,
  /** The file as the server read it, with secrets removed. */
  text: longText.optional(),
  settings: z.record(name, shortText).optional(),
})

export const UploadHardware = z.strictObject({
  name,
  cpu: name.optional(),
  cores: z.int().min(1).max(100_000).optional(),
  smt: z.boolean().optional(),
  sockets: z.int().min(1).max(1_000).optional(),
  memoryGb: finite.positive().optional(),
  storage: shortText.optional(),
  fileSystem: name.optional(),
  os: name.optional(),
  kernel: name.optional(),
  cloudType: name.optional(),
})

/**
 * The state of the machine during a run. Hardware is identified by its name and shared by runs; these fields may differ
 * between runs on one machine and have precedence over the hardware.
 */
export const UploadTestbed = z.strictObject({
  /** Logical CPUs that were online: cores, or cores times the threads of a core with SMT. */
  cpus: z.int().min(1).max(1_000_000).optional(),
  /** CPUs that a cgroup or taskset left to the benchmark, where fewer. */
  cpuLimit: finite.positive().optional(),
  os: name.optional(),
  kernel: name.optional(),
  smt: z.boolean().optional(),
  /** Governors of CPU frequency scaling, joined by commas. */
  governor: name.optional(),
  /** Frequencies above the nominal one: Turbo Boost, Core Performance Boost. */
  turbo: z.boolean().optional(),
  /** Limits of frequency scaling, such as `1500 to 3900 MHz`. */
  frequency: name.optional(),
  numaNodes: z.int().min(1).max(10_000).optional(),
  /** Automatic NUMA balancing of the kernel. */
  numaBalancing: z.boolean().optional(),
  transparentHugePages: name.optional(),
  /** The device that held the database, with its model and size. */
  storage: shortText.optional(),
  fileSystem: name.optional(),
  mountOptions: shortText.optional(),
  /** The device accepts discards (trim): `on delete` when the file system sends them by itself, `by fstrim`, `no`. */
  trim: name.optional(),
})

export const UploadTest = z.strictObject({
  name,
  group: name.optional(),
  /** Position in the benchmark's own order. */
  order: z.int().min(0).max(1_000_000).optional(),
  /** Role of this step; comparisons list `measured` steps by default. */
  role: z.enum(['measured', 'warmup', 'load']).optional(),
  primaryMetric: name.optional(),
  connectionsPerClient: z.int().min(1).max(1_000).optional(),
  /** Background rate per client that the step must hold, operations/s. */
  targetRate: finite.positive().optional(),
})

const UploadMetric = z.strictObject({ name, unit: name, better: Better, about: shortText.optional() })

export const UploadSamples = z.strictObject({
  metric: name,
  /** Seconds between samples, and from the start of the step to the first of them. */
  intervalSeconds: finite.positive(),
  startSeconds: finite.min(0).optional(),
  values: z.array(finite.nullable()).min(1).max(LIMITS.samplesPerSeries),
})

/** The distribution of the response times of one operation, in one of two forms. */
export const UploadHistogram = z.strictObject({
  /** The operation, as in `latency_ms_p99:OPERATION`; absent for all operations of the test. */
  operation: name.optional(),
  /** Milliseconds of one unit of its values: 0.001 for microseconds. */
  unitMs: finite.positive(),
  /** The compressed V2 format of HdrHistogram. */
  hdr: z.base64().max(400_000).optional(),
  /** Buckets that a tool printed: lower limit, upper limit and count, ascending. */
  buckets: z
    .array(z.tuple([finite.min(0), finite.min(0), count]))
    .min(1)
    .max(MAX_BUCKETS / 10)
    .optional(),
})

export const UploadResult = z.strictObject({
  test: name,
  /** Threads, users, virtual users, dop. */
  clients: z.int().min(1).max(1_000_000),
  params: params.optional(),
  /** One value per entry of the document's `metricNames`; null where this result has none. */
  values: z.array(finite.nullable()).min(1),
  /** The command that was run, with secrets removed. */
  command: longText.optional(),
  samples: z.array(UploadSamples).max(LIMITS.samples).optional(),
  /** Distributions of response times, at most one for each operation. */
  histograms: z.array(UploadHistogram).max(100).optional(),
  /** The tool or its exit status reports the test as failed; then every value is null. */
  status: z.literal('failed').optional(),
  /** The report of the failure, such as the error message of the tool. */
  statusReason: shortText.optional(),
})

export const UploadAttachment = z.strictObject({
  /** Path below the uploaded folder. */
  name: text(1_000).refine((s) => s !== ''),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  sizeBytes: count,
  mediaType: name.optional(),
  /** The content, gzip then base64; absent when it was sent before to /api/v1/blobs/{sha256}. */
  contentGzipBase64: z.base64().optional(),
})

/** An attachment that is a profile of a result: sampled stacks, of which flame graphs and groups are made. */
export const UploadProfile = z.strictObject({
  /** Name of the attachment. */
  attachment: text(1_000).refine((s) => s !== ''),
  kind: z.enum(PROFILE_KINDS),
  test: name,
  clients: z.int().min(1).max(1_000_000),
  params: params.optional(),
  /** Which of the events in the file, such as `cycles`, where it names them. */
  event: name.optional(),
  unit: z.enum(PROFILE_UNITS),
  /** All weight of the profile, in its unit. */
  total: finite.positive(),
  /** Number of nodes of its call tree. */
  functions: z.int32().min(0),
})

/** Id of a W3C trace context; only zeros are not an id. */
export const TraceId = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'must have 32 lower-case hexadecimal digits')
  .refine((id) => /[^0]/.test(id), 'must not be all zeros')

/**
 * One run: one execution of a benchmark for one build, config, hardware and workload. The tRPC input, the REST
 * body, the OpenAPI document and the CLI's types all come from this schema.
 */
export const UploadDocument = z
  .strictObject({
    schemaVersion: z.literal(1),
    /** Created by the runner when the benchmark starts, so that an upload can be repeated safely. */
    runId: z.uuid().optional(),
    product: name,
    version: name,
    build: UploadBuild,
    config: UploadConfig,
    hardware: UploadHardware,
    testbed: UploadTestbed.optional(),
    benchmark: z.strictObject({ name, version: name.optional() }),
    workload: z.strictObject({ name, params: params.optional() }),
    /** Number of the repeat: 1 for the first run, 2 for the second. */
    repeat: z.int().min(1).max(100_000).optional(),
    startedAt: z.iso.datetime({ offset: true }).optional(),
    finishedAt: z.iso.datetime({ offset: true }).optional(),
    /** Ids of OpenTelemetry traces that were recorded during the run, 32 hexadecimal digits each. */
    traceIds: z.array(TraceId).min(1).max(LIMITS.traceIds).optional(),
    /** Program that measured and its version, such as `sysbench 1.1.0-3ceba0b`. */
    clientVersion: name.optional(),
    /** Origin of the figures: a folder, a file, a published page. */
    source: z.strictObject({ name: shortText, url: z.url({ protocol: /^https?$/ }).optional() }).optional(),
    notes: longText.optional(),
    tests: z.array(UploadTest).max(LIMITS.results).optional(),
    /** Metrics that are not in Assay's list, with unit and direction. */
    metrics: z.array(UploadMetric).max(LIMITS.metricNames).optional(),
    metricNames: z.array(name).min(1).max(LIMITS.metricNames),
    results: z.array(UploadResult).min(1).max(LIMITS.results),
    attachments: z.array(UploadAttachment).max(LIMITS.attachments).optional(),
    /** Attachments that are profiles, with their results. */
    profiles: z.array(UploadProfile).max(LIMITS.profiles).optional(),
  })
  .meta({ id: 'UploadDocument', title: 'Upload document', description: 'One run with its results.' })

export type UploadDocument = z.infer<typeof UploadDocument>
export type UploadBuild = z.infer<typeof UploadBuild>
export type UploadConfig = z.infer<typeof UploadConfig>
export type UploadHardware = z.infer<typeof UploadHardware>
export type UploadTestbed = z.infer<typeof UploadTestbed>
export type UploadTest = z.infer<typeof UploadTest>
export type UploadResult = z.infer<typeof UploadResult>
export type UploadHistogram = z.infer<typeof UploadHistogram>
export type UploadSamples = z.infer<typeof UploadSamples>
export type UploadAttachment = z.infer<typeof UploadAttachment>
export type UploadProfile = z.infer<typeof UploadProfile>
