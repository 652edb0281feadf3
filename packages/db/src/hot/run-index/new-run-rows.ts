import type { UploadTestbed } from '@assay/domain/run/upload-document'
import { z } from 'zod'
import { column, isBoolean, isNumber, isRecordOf, isString, isTuple, orNull } from '../../scope/column.ts'
import { ChangeColumn } from './run-changes.ts'

const isNullableString = orNull(isString)

const isScalar = (value: unknown): value is string | number | boolean =>
  isString(value) || isNumber(value) || isBoolean(value)

/** The fields were validated at upload, by the rules of that time. */
const isTestbed = (value: unknown): value is UploadTestbed => isRecordOf(isScalar)(value)

export type RunRow = [
  id: string,
  buildId: string,
  configId: string,
  hardwareId: string,
  workloadId: string,
  testSetId: string,
  metricSetId: string,
  repeat: number,
  startedAt: number | null,
  receivedAt: number,
  testbed: UploadTestbed | null,
  benchmarkVersion: string | null,
  clientVersion: string | null,
  replaces: boolean,
]

const isRunRow = isTuple<RunRow>(
  ...([isString, isString, isString, isString, isString, isString, isString] as const),
  ...([isNumber, orNull(isNumber), isNumber, orNull(isTestbed)] as const),
  ...([isNullableString, isNullableString, isBoolean] as const),
)

const text = z.string().nullable()
const truth = z.boolean().nullable()

const BuildParts = z.object({
  ...{ compiler: text, compilerVersion: text, lto: truth, flags: text, pgo: truth, bolt: truth, march: text },
  ...{ allocator: text, buildType: text, commit: text },
})

/** The result of the statements that load runs into the run index. */
export const NewRuns = ChangeColumn.extend({
  runs: column(isRunRow),
  builds: z.array(
    z.object({
      ...{ id: z.string(), name: z.string(), parts: BuildParts, binarySha256: text },
      ...{ versionId: z.string(), version: z.string(), versionSortKey: z.string() },
      ...{ productId: z.string(), product: z.string() },
    }),
  ),
  configs: z.array(z.object({ id: z.string(), name: z.string(), textSha256: text })),
  hardware: z.array(
    z.object({ id: z.string(), name: z.string(), kernel: text, smt: truth, os: text, storage: text, fileSystem: text }),
  ),
  workloads: z.array(
    z.object({
      ...{ id: z.string(), benchmarkId: z.string(), benchmark: z.string(), name: z.string() },
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
  tests: z.array(
    z.object({
      ...{ id: z.string(), name: z.string(), group: text, position: z.number().nullable() },
      role: z.enum(['measured', 'warmup', 'load']).nullable(),
      primaryMetric: text,
      targetRate: z.number().nullable(),
    }),
  ),
})
export type NewRuns = z.infer<typeof NewRuns>
