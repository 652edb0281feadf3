import { z } from 'zod'
import { Better } from '../../run/metric.ts'

const confidence = z.number().min(0).max(1)

export const PreviewDimension = z.strictObject({
  /** Null when nothing states the dimension. */
  value: z.union([z.string(), z.number()]).nullable(),
  source: z.enum(['output', 'name', 'folder', 'companion', 'profile', 'default', 'guess', 'flag']),
  confidence,
  /** Path of the file or folder, name of the profile, or the flag. */
  from: z.string(),
})

export const PreviewResult = z.strictObject({
  test: z.string(),
  clients: z.int().min(1),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** By metric. A failed result has none. */
  values: z.record(z.string(), z.number()),
  status: z.literal('failed').optional(),
  statusReason: z.string().optional(),
})

export const PreviewRun = z.strictObject({
  dimensions: z.strictObject({
    product: PreviewDimension,
    version: PreviewDimension,
    build: PreviewDimension,
    config: PreviewDimension,
    hardware: PreviewDimension,
    benchmark: PreviewDimension,
    workload: PreviewDimension,
    repeat: PreviewDimension,
  }),
  results: z.array(PreviewResult),
  /** Paths of the files that the run is read from. */
  files: z.array(z.string()),
})

export const PreviewQuestion = z.strictObject({
  /** A field of `--set`; `segment` for a part of paths in which files differ and which nothing decodes. */
  dimension: z.string(),
  /** Values that a name may mean, and names of folders that nothing decodes, the innermost first. */
  candidates: z.array(z.string()),
  /** The ways to answer, as `--set` takes them: `config=@folder`, `version=NAME`. */
  answers: z.array(z.string()),
  /** One of the answers that is likely and not certain. The runs show it as a guess; it is stored only when confirmed. */
  suggested: z.string().optional(),
  /** Indexes of the runs that the answer is about. */
  affects: z.array(z.int().min(0)),
  /** The files that the answer is about, where they give no run before it. */
  files: z.array(z.string()).optional(),
})

export const PreviewProblem = z.strictObject({
  file: z.string(),
  line: z.int().min(1).optional(),
  message: z.string(),
})

export const PreviewColumn = z.strictObject({
  /** Heading of CSV, path inside of a row of JSON. */
  name: z.string(),
  /** Up to three different values. */
  examples: z.array(z.string()),
  isNumber: z.boolean(),
  /** The field or metric that the name of the column suggests; null where a person has to state it. */
  guess: z
    .union([
      z.string(),
      z.strictObject({
        metric: z.string(),
        unit: z.string().optional(),
        better: Better.optional(),
        about: z.string().optional(),
        times: z.number().optional(),
      }),
    ])
    .nullable(),
})

/** A file that is read only with a mapping of its columns, with the ways to divide it into rows. */
export const PreviewTable = z.strictObject({
  file: z.string(),
  choices: z.array(
    z.strictObject({
      /** Path of the rows of JSON; null for CSV. */
      rows: z.string().nullable(),
      /** Separator of CSV; null for JSON. */
      separator: z.string().nullable(),
      rowCount: z.int().min(0),
      columns: z.array(PreviewColumn),
    }),
  ),
})

/** The runs that files would become, before anything is stored. */
export const PreviewDocument = z
  .strictObject({
    runs: z.array(PreviewRun),
    questions: z.array(PreviewQuestion),
    problems: z.array(PreviewProblem),
    /** Number of files that were read; those in archives count, the archives do not. */
    fileCount: z.int().min(0),
    /** Files that no run is read from because they are truncated or contradict themselves; `problems` says why. */
    refused: z.array(z.string()),
    /** Files that hold no results or belong to none, each with the reason. */
    ignored: z.array(z.strictObject({ file: z.string(), reason: z.string() })),
    /** Files of CSV or JSON that a mapping would read. */
    tables: z.array(PreviewTable),
  })
  .meta({ id: 'PreviewDocument', title: 'Preview', description: 'The runs that files would become when stored.' })

export type PreviewDimension = z.infer<typeof PreviewDimension>
export type PreviewResult = z.infer<typeof PreviewResult>
export type PreviewRun = z.infer<typeof PreviewRun>
export type PreviewQuestion = z.infer<typeof PreviewQuestion>
export type PreviewColumn = z.infer<typeof PreviewColumn>
export type PreviewTable = z.infer<typeof PreviewTable>
export type PreviewDocument = z.infer<typeof PreviewDocument>
