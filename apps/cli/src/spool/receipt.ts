import { z } from 'zod'

/** The server's response after a run is committed. */
export const UploadAnswer = z.object({
  runId: z.uuid(),
  /** SHA-256 of the stored document, hex. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  /** `already` when the same run had been sent before. */
  outcome: z.enum(['stored', 'already']),
  url: z.url({ protocol: /^https?$/ }),
})
export type UploadAnswer = z.infer<typeof UploadAnswer>

/** Proof for the runner that a run is stored; it remains after the spool file of the run is deleted. */
export const StoredReceipt = UploadAnswer.extend({
  server: z.string(),
  project: z.string(),
  /** Description for people: product, version, config and so on. */
  run: z.string(),
  /** Name of the spool file that was sent. */
  entry: z.string(),
  at: z.iso.datetime(),
})
export type StoredReceipt = z.infer<typeof StoredReceipt>

/** The reason why a run is in rejected/. */
export const Rejection = z.object({
  status: z.number().nullable(),
  code: z.string().nullable(),
  reason: z.string(),
  places: z.array(z.object({ pointer: z.string().optional(), message: z.string() })),
  at: z.iso.datetime(),
})
export type Rejection = z.infer<typeof Rejection>
