import { z } from 'zod'
import { canonicalJson } from '../json/canonical-json.ts'
import { UploadTestbed } from '../run/upload-document.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The statement of a runner about one run that it executed; the signature covers its canonical JSON. */
export const RunRecord = z.strictObject({
  assayRecord: z.literal(1),
  runId: z.uuid(),
  /** sha256 of the canonical figures of the run, so that no other figures have this record. */
  figures: sha256,
  /** The candidate that was measured, so that the record is of no use for another one, experiment or project. */
  measured: z.strictObject({
    project: z.string().min(1).max(200),
    experiment: z.string().min(1).max(200),
    candidate: z.int32().min(0),
  }),
  /**
   * Runs of this candidate that the runner has measured: `finished` includes this one, and `failed` are those before it
   * without a result. A gap shows that a run was measured and not attached.
   */
  counter: z.strictObject({ finished: z.int32().min(1), failed: z.int32().min(0) }),
  command: z.string().min(1).max(20_000),
  /** sha256 of the executed program. */
  binarySha256: sha256,
  /** sha256 of the files that the command names, such as the script of `pgbench -f`; null without files. */
  filesSha256: sha256.nullable(),
  startedAt: z.iso.datetime({ offset: true }),
  finishedAt: z.iso.datetime({ offset: true }),
  /** Duration by a clock that nobody can set. */
  seconds: z.number().min(0),
  /** Names and outcomes of the checks of the runner, such as `exit code` and `output`. */
  checks: z.record(z.string().max(100), z.string().max(500)),
  /** Name of the machine, and its state during the run. */
  machine: z.strictObject({ name: z.string().min(1).max(200), testbed: UploadTestbed.optional() }),
  /** The OS user that executed the command, when it cannot read the key and the protected files; null without that. */
  separateUser: z.string().max(100).nullable(),
})
export type RunRecord = z.infer<typeof RunRecord>

/** A record with the Ed25519 signature of its canonical JSON. */
export const SignedRecord = z
  .strictObject({
    record: RunRecord,
    signature: z.base64().max(200),
    /** SPKI in base64; it must be registered with the project. */
    publicKey: z.base64().max(200),
  })
  .meta({ id: 'SignedRecord', description: 'The record of a run, signed by the runner that executed it' })
export type SignedRecord = z.infer<typeof SignedRecord>

export const NewRunnerKey = z
  .strictObject({ name: z.string().trim().min(1).max(200), publicKey: z.base64().max(200) })
  .meta({ id: 'NewRunnerKey', description: 'The public key of a runner: Ed25519, SPKI in base64' })
export type NewRunnerKey = z.infer<typeof NewRunnerKey>

type Figure = { test: string; clients: number; params: Readonly<Record<string, string | number>> }
type FiguresOf = {
  workload: string
  metrics: readonly string[]
  results: readonly (Figure & { values: readonly (number | null)[] })[]
}

/** The figures of a run as text, the same for an upload document and for the stored run. */
export function canonicalFigures({ workload, metrics, results }: FiguresOf): string {
  const rows = results.flatMap(({ test, clients, params, values }) =>
    values.flatMap((value, at) =>
      value === null ? [] : [canonicalJson([workload, test, clients, params, metrics[at] ?? '', value])],
    ),
  )
  return canonicalJson(rows.sort())
}

/** The signed bytes of a record. */
export const recordText = (record: RunRecord): string => canonicalJson(record)
