import { z } from 'zod'

export const Receipt = z
  .object({
    runId: z.uuid(),
    digest: z.string().describe('sha256 of the content, hex'),
    outcome: z.enum(['stored', 'already']),
    url: z.string().describe('address of the page of the run'),
  })
  .meta({ id: 'Receipt' })

export const ErrorLocation = z
  .object({
    pointer: z.string().optional().describe('JSON pointer (RFC 6901) into the request body'),
    file: z.string().optional(),
    line: z.int().optional(),
    message: z.string(),
  })
  .meta({ id: 'ErrorPlace' })

export const RawUploadReceipt = z
  .object({
    runs: z.array(Receipt),
    problems: z.array(ErrorLocation).describe('problems by file and line'),
    ignored: z
      .array(z.object({ path: z.string(), reason: z.string() }))
      .describe('files that are not benchmark results'),
  })
  .meta({ id: 'RawUploadReceipt' })

export const ProblemDocument = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string().describe('problem and next step'),
    errors: z.array(ErrorLocation).optional(),
    questions: z
      .array(
        z.object({
          field: z.string(),
          parameter: z.string().describe('query or form parameter that states the fact'),
          file: z.string().describe('first file of the runs that lack the fact'),
          runs: z.int(),
          candidates: z.array(z.string()).describe('folder names that no rule decoded, the innermost first'),
          answers: z.array(z.string()).describe('values of the parameter set that answer it'),
          suggested: z.string().optional().describe('a likely answer, which is stored only when it is sent'),
        }),
      )
      .optional()
      .describe('missing facts; nothing is stored until they are stated'),
  })
  .meta({ id: 'Problem', description: 'A problem document (RFC 9457)' })

export const ProjectBody = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    visibility: z.enum(['public', 'internal', 'private']),
    organization: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
  })
  .meta({ id: 'Project' })

const RunSummaryBody = z
  .object({
    id: z.uuid(),
    product: z.string(),
    version: z.string(),
    buildId: z.uuid(),
    build: z.string(),
    compiler: z.string(),
    configId: z.uuid(),
    config: z.string(),
    hardwareId: z.uuid(),
    hardware: z.string(),
    benchmark: z.string(),
    workload: z.string(),
    repeat: z.int(),
    startedAt: z.string().nullable(),
    receivedAt: z.string(),
    resultCount: z.int(),
    testCount: z.int(),
    clients: z.array(z.int()),
  })
  .meta({ id: 'RunSummary' })

export const RunPageBody = z
  .object({ rows: z.array(RunSummaryBody), nextCursor: z.string().nullable(), total: z.int() })
  .meta({ id: 'RunPage' })

/** The whole run; docs/data-model.md describes its fields. */
export const RunBody = z.looseObject({ id: z.uuid(), product: z.string(), version: z.string() }).meta({ id: 'Run' })

export const GridBody = z
  .looseObject({
    tables: z.array(z.looseObject({})),
    warnings: z.array(z.object({ code: z.string(), text: z.string() })),
    notShown: z
      .looseObject({
        results: z.object({ shown: z.int(), all: z.int() }),
        runs: z.object({ shown: z.int(), all: z.int() }),
        narrowBy: z.array(z.object({ dimension: z.string(), values: z.int() })),
      })
      .optional()
      .describe('the part of a comparison that is larger than one may be, and the filters that narrow it'),
    tldr: z
      .looseObject({ sentences: z.array(z.looseObject({})) })
      .optional()
      .describe('tl;dr as sentences of words and numbers; each number refers to its cell'),
  })
  .meta({ id: 'Grid', description: 'The cells of a comparison, as every rendering uses them' })

const CellRefBody = z.object({ table: z.int(), row: z.int(), column: z.int() })

export const ExplanationsBody = z
  .object({
    cells: z.array(
      z.object({
        place: CellRefBody,
        explanation: z.object({
          kind: z.enum(['explained', 'unexplained', 'not-measured', 'unchanged']),
          rules: z.array(z.string()),
          sentences: z.array(z.string()),
          moved: z
            .array(z.looseObject({ metric: z.string(), value: z.number(), base: z.number() }))
            .describe('metrics that moved in the direction that explains the change'),
          opposed: z
            .array(z.looseObject({ metric: z.string(), value: z.number(), base: z.number() }))
            .describe('metrics that moved the other way'),
          unmoved: z.array(z.looseObject({ metric: z.string(), value: z.number(), base: z.number() })),
        }),
      }),
    ),
  })
  .meta({ id: 'Explanations', description: 'Why cells changed, with the metrics that moved' })
