import { z } from 'zod'

const Row = z.looseObject({
  table: z.string(),
  row: z.string(),
  ratio: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  said: z.enum(['worse', 'better', 'looks worse']),
})

/** The fields of the response to a gate that the command reads. Fields that a later server adds are ignored. */
export const GateResponse = z.looseObject({
  verdict: z.string(),
  exitCode: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(4)]),
  compared: z.int().default(0),
  link: z.string().nullable(),
  markdown: z.string(),
  rows: z.array(Row).default([]),
  alone: z.array(z.looseObject({ side: z.string(), what: z.string() })).default([]),
})
export type GateResponse = z.infer<typeof GateResponse>
