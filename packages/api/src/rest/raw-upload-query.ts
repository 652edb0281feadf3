import { STATED_FIELDS } from '@assay/domain/import/facts/stated-facts'
import { OnConflict } from '@assay/domain/run/on-conflict'
import { z } from 'zod'
import { MAX_CHUNKS } from '../uploads/upload-chunks.ts'

const text = z.string().min(1).max(200)

export const onConflict = OnConflict.default('stop').describe(
  'handling of a result whose dimensions are stored with another value: refuse with 409, store a further repeat, or replace the stored value in comparisons',
)

/** Hashes of the chunks of an upload in their order, separated by commas. */
export const ChunkHashes = z
  .string()
  .regex(
    new RegExp(`^[0-9a-f]{64}(?:,[0-9a-f]{64}){0,${MAX_CHUNKS - 1}}$`),
    `is 1 to ${MAX_CHUNKS} hashes of 64 hex digits`,
  )

/** Facts that file names do not state, as query parameters with the names of the upload document. */
export const RawQuery = z.strictObject({
  project: text
    .optional()
    .describe('`ORG/NAME` or `NAME` of the project; by default that of the token; a signed-in person has to name it'),
  profile: text
    .optional()
    .describe('name of an import profile that ships with Assay; by default that of the project, else `archive`'),
  name: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe('path of a single file, such as sb.o.point-query.range100.pk1.dop8'),
  product: text.optional(),
  version: text.optional(),
  build: text.optional(),
  compiler: text.optional(),
  config: text.optional(),
  hardware: text.optional(),
  workload: text.optional(),
  repeat: z.coerce.number().int().min(1).max(100_000).optional(),
  skipRefused: z
    .enum(['true', 'false'])
    .optional()
    .describe('true stores the other runs when figures of one run are contradictory or truncated'),
  onConflict,
  param: z
    .union([text, z.array(text)])
    .optional()
    .describe('name=value; may be repeated'),
  set: z
    .union([text, z.array(text)])
    .optional()
    .describe(`FIELD=VALUE, any number of times, for any other fact: ${STATED_FIELDS.join(', ')}, params.NAME`),
})

/** A preview stores nothing, so nothing can be in conflict with it. */
export const PreviewQuery = RawQuery.omit({ skipRefused: true, onConflict: true })

/** The same facts as form fields; those of the query take precedence. */
export const FormFacts = RawQuery.omit({
  project: true,
  profile: true,
  name: true,
  skipRefused: true,
  onConflict: true,
})

export type FormFacts = z.infer<typeof FormFacts>
