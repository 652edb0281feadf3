import { z } from 'zod'
import { noteText, Slug } from '../findings/notes/note-text.ts'
import { PRIMARY_METRIC } from '../run/metric.ts'

const name = noteText(200)

const ObjectiveMetric = z.strictObject({
  /** A metric, or `primary` for the primary metric of each test. */
  metric: name,
  weight: z.number().positive().max(1_000).default(1),
})

/** Limits of the ratio of a metric to that of the base, such as p99 at most 1.10. */
export const Constraint = z
  .strictObject({ metric: name, min: z.number().positive().optional(), max: z.number().positive().optional() })
  .refine(({ min, max }) => min !== undefined || max !== undefined, 'a constraint has a min, a max, or both')
export type Constraint = z.infer<typeof Constraint>

/** Settings that decide if a transaction survives a crash; a candidate that changes one measures something else. */
export const DURABILITY_SETTINGS = [
  ...['fsync', 'synchronous_commit', 'full_page_writes', 'wal_level', 'data_checksums'],
  ...['innodb_flush_log_at_trx_commit', 'innodb_doublewrite', 'sync_binlog'],
]

/** Input for an experiment: its environment, objective, invariants and budget. */
export const NewExperiment = z
  .strictObject({
    slug: Slug.refine((slug) => slug !== 'new', 'is the address of the form; choose another slug'),
    title: noteText(200),
    description: noteText(5_000).nullish(),
    /** The base: what is measured as candidate 0. */
    base: noteText(2_000),
    hardware: name,
    benchmark: name,
    workloads: z.array(name).min(1).max(50),
    /** Workloads whose results are hidden from tokens until the experiment ends. */
    holdoutWorkloads: z.array(name).max(50).default([]),
    /** Tests of the objective; empty for all measured tests. */
    tests: z.array(name).max(500).default([]),
    /** The score is the geometric mean of their ratios, weighted; where lower is better, ratios are inverted. */
    objective: z
      .array(ObjectiveMetric)
      .min(1)
      .max(20)
      .default([{ metric: PRIMARY_METRIC, weight: 1 }]),
    constraints: z.array(Constraint).max(20).default([]),
    /** Metrics of the Pareto front, such as throughput, p99, size and CPU. */
    paretoMetrics: z.array(name).max(8).default([]),
    /** Settings and metrics (rows, checksums) that must have the values of the base. */
    invariantSettings: z.array(name).max(100).default(DURABILITY_SETTINGS),
    invariantMetrics: z.array(name).max(50).default([]),
    /**
     * True if candidates are other builds of the program that is executed, as with an embedded engine: its hash and its
     * folder may then differ from those of the base, its arguments and its files may not.
     */
    programMayDiffer: z.boolean().default(false),
    /** Smallest improvement that is worth keeping, as a share: 0.03 for 3%. */
    minImprovement: z.number().min(0.001).max(1).default(0.03),
    maxRepeats: z.int().min(3).max(1_000).default(80),
    budgetHours: z.number().positive().max(100_000),
  })
  .refine(({ workloads, holdoutWorkloads }) => !holdoutWorkloads.some((one) => workloads.includes(one)), {
    message: 'a holdout workload cannot be a workload of the objective',
    path: ['holdoutWorkloads'],
  })
  .meta({ id: 'NewExperiment', description: 'Environment, objective, invariants and budget of a search' })
export type NewExperiment = z.infer<typeof NewExperiment>

/** Input for a candidate: what it changes, and the candidates that it was made from. */
export const NewCandidate = z
  .strictObject({
    description: noteText(2_000),
    /** Numbers of the candidates that it was made from; 0 is the base. */
    parents: z.array(z.int32().min(0)).max(20).default([0]),
    commit: noteText(200).nullish(),
    /** The change as a patch or as settings. */
    diff: z.string().max(200_000).nullish(),
  })
  .meta({ id: 'NewCandidate', description: 'One change to be measured' })
export type NewCandidate = z.infer<typeof NewCandidate>

export type Experiment = Omit<NewExperiment, 'description'> & {
  id: string
  description: string | null
  createdBy: string
  createdAt: string
  /** The end reveals the holdout workloads; no candidate or run is accepted after it. */
  endedAt: string | null
}

export type Candidate = {
  /** 0 for the base. */
  number: number
  parents: readonly number[]
  description: string
  commit: string | null
  diff: string | null
  createdBy: string
  createdAt: string
}

/** A run that was attached to a candidate. It stays when the run is deleted, so that bad repeats cannot disappear. */
export type CandidateRun = {
  runId: string
  candidate: number
  /** Order of attachment within the experiment, from 1. */
  position: number
  machineSeconds: number
  /** True for a signed record that was made with the separation of candidate and runner. */
  isAttested: boolean
  /** The command and the hashes of its program and of the files that it names, by the signed record. */
  command: string | null
  binarySha256: string | null
  filesSha256: string | null
  /** The key that signed the record, and the counter of that runner for this candidate. */
  runnerKeyId: string | null
  finishedRuns: number | null
  failedRuns: number | null
}
