import { setTimeout } from 'node:timers/promises'
import type { AuditChain } from '@assay/db/types'
import { z } from 'zod'
import { entryJson } from './audit-export.ts'
import type { AuditSigner } from './audit-signer.ts'

/** Reverse proxies end silent requests after 30 to 60 s. */
const MAX_WAIT_SECONDS = 25
const MAX_ENTRIES = 1_000
const POLL_MS = 1_000

/** `after` is the last sequence number that the reader has. */
export const StreamInput = z
  .object({
    after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
    limit: z.coerce.number().int().min(1).max(MAX_ENTRIES).default(100),
    wait: z.coerce.number().int().min(0).max(MAX_WAIT_SECONDS).default(0),
  })
  .strict()

export const StreamAnswer = z.object({
  log: z.object({ kind: z.enum(['project', 'organization', 'server']), id: z.string() }),
  entries: z.array(
    z.object({
      sequence: z.int(),
      previous: z.string(),
      hash: z.string(),
      event: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
  /** For the parameter `after` of the next request. */
  next: z.int(),
})

/** Reads the entries after a sequence number. Without one, waits for the next change up to `wait` seconds. */
export async function streamAudit(
  chain: AuditChain,
  signer: AuditSigner,
  { after, limit, wait, signal }: z.infer<typeof StreamInput> & { signal: AbortSignal },
) {
  const end = performance.now() + wait * 1_000
  for (;;) {
    await chain.append(signer, { all: false })
    const entries = await chain.entries(after, limit)
    const left = end - performance.now()
    if (entries.length > 0 || left <= 0 || signal.aborted) {
      return { log: chain.log, entries: entries.map(entryJson), next: entries.at(-1)?.link.sequence ?? after }
    }
    await setTimeout(Math.min(POLL_MS, left))
  }
}
