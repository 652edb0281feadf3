import type { AuditChain, StoredChainEntry } from '@assay/db/types'
import { type AuditLogName, createChainCheck, EMPTY_HEAD } from '@assay/domain/audit/audit-chain'
import { err, ok, type Result } from '@assay/domain/result'
import { z } from 'zod'
import { type AuditSigner, isSignedBy, sha256 } from './audit-signer.ts'

const BATCH = 1_000

/** An entry as the export and the stream write it. */
export const entryJson = ({ link, event }: Pick<StoredChainEntry, 'link' | 'event'>) => ({ ...link, event })

/**
 * Streams a whole audit log as JSON lines: a header that names the log, the entries, and the signature of the newest
 * entry, which covers all of them.
 */
export function exportAudit(chain: AuditChain, signer: AuditSigner, exportedAt: Date): ReadableStream<Uint8Array> {
  const { log } = chain
  const encoder = new TextEncoder()
  const line = (value: unknown) => encoder.encode(`${JSON.stringify(value)}\n`)
  let head = EMPTY_HEAD
  // Only appending signs. To sign here would make a rewritten log valid.
  let signature: string | null = null
  let isStarted = false
  return new ReadableStream({
    async pull(controller) {
      if (!isStarted) {
        isStarted = true
        await chain.append(signer, { all: true })
        controller.enqueue(line({ assayAudit: 1, log, exportedAt: exportedAt.toISOString() }))
      }
      const entries = await chain.entries(head.sequence, BATCH)
      for (const entry of entries) controller.enqueue(line(entryJson(entry)))
      const last = entries.at(-1)
      if (last !== undefined) {
        head = last.link
        signature = last.signature
      }
      if (entries.length === BATCH) return
      const { sequence, hash } = head
      controller.enqueue(line({ head: { sequence, hash }, publicKey: signer.publicKey, signature }))
      controller.close()
    },
  })
}

const Log = z.object({ kind: z.enum(['project', 'organization', 'server']), id: z.string() })
const Header = z.object({ assayAudit: z.literal(1), log: Log })
const Entry = z.object({ sequence: z.int(), previous: z.string(), hash: z.string(), event: z.unknown() })
const Footer = z.object({
  head: z.object({ sequence: z.int(), hash: z.string() }),
  publicKey: z.string(),
  /** Null in the export of an empty log. */
  signature: z.string().nullable(),
})

type VerifiedExport = { log: AuditLogName; entries: number; publicKey: string }

/** Verifies an exported log without a server. @returns why it cannot be trusted, with the line. */
export async function verifyExport(
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<Result<VerifiedExport, string>> {
  let log: AuditLogName | null = null
  let check = null
  let footer: z.infer<typeof Footer> | null = null
  let number = 0
  for await (const line of lines) {
    number++
    if (line === '') continue
    const value = parse(line)
    if (footer !== null) return err(`Line ${number} comes after the signature.`)
    if (log === null || check === null) {
      const header = Header.safeParse(value)
      if (!header.success) return err(`Line ${number} is not the header of an audit export of Assay.`)
      log = header.data.log
      check = createChainCheck(log, sha256)
      continue
    }
    const end = Footer.safeParse(value)
    const entry = Entry.safeParse(value)
    if (end.success) footer = end.data
    else if (entry.success) {
      const { event, ...link } = entry.data
      check.add({ link, event: event ?? null })
      const problem = check.problem()
      if (problem !== null) return err(`Line ${number}: entry ${problem.sequence} ${PROBLEMS[problem.problem]}.`)
    } else return err(`Line ${number} is neither an entry nor the signature.`)
  }
  if (log === null || check === null) return err('The file is empty. Export the audit log again.')
  if (footer === null) return err('The signature is missing: the file was truncated. Export the audit log again.')
  const head = check.head()
  if (footer.head.sequence !== head.sequence || footer.head.hash !== head.hash) {
    return err(`The signature belongs to entry ${footer.head.sequence}, and the last entry is ${head.sequence}.`)
  }
  const { publicKey, signature } = footer
  if (signature === null && head.sequence === 0) return ok({ log, entries: 0, publicKey })
  if (signature === null || !isSignedBy(publicKey, { log, head, signature }))
    return err('The signature does not match the entries: the file was changed after its export.')
  return ok({ log, entries: head.sequence, publicKey })
}

const PROBLEMS = {
  changed: 'or its link was changed',
  removed: 'has no event',
  gap: 'does not follow the line before',
} as const

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
