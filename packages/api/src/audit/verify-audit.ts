import type { AuditChain } from '@assay/db/types'
import { type ChainHead, type ChainProblem, createChainCheck } from '@assay/domain/audit/audit-chain'
import { type AuditSigner, sha256 } from './audit-signer.ts'

export type AuditVerification = {
  /** The newest entry. Its sequence number is the number of entries. */
  head: ChainHead
  /** The first problem in the order of the entries; null when there is none. */
  problem: ChainProblem | { sequence: number; problem: 'signature' } | null
  /** The result in a sentence, with what to do. */
  summary: string
}

type Problem = AuditVerification['problem']

const BATCH = 1_000

/**
 * Appends what is not chained yet, then reads the whole log and compares every hash and the newest signature. A hash
 * covers all entries before it, so that the newest signature covers the log.
 */
export async function verifyAudit(chain: AuditChain, signer: AuditSigner): Promise<AuditVerification> {
  await chain.append(signer, { all: true })
  const check = createChainCheck(chain.log, sha256)
  let signature: string | null = null
  for (;;) {
    const entries = await chain.entries(check.head().sequence, BATCH)
    for (const entry of entries) check.add(entry)
    signature = entries.at(-1)?.signature ?? signature
    if (entries.length < BATCH) break
  }
  const head = check.head()
  const problem = check.problem() ?? signatureProblem(head)
  return { head, problem, summary: summarize(problem) }

  function signatureProblem(of: ChainHead): Problem {
    if (of.sequence === 0) return null
    const isOurs = signature !== null && signer.signedWith(chain.log, of, signature) !== 'unknown'
    return isOurs ? null : { sequence: of.sequence, problem: 'signature' }
  }
}

function summarize(problem: Problem): string {
  if (problem === null) return 'The log is unchanged.'
  const { sequence } = problem
  switch (problem.problem) {
    case 'changed':
      return `Entry ${sequence} was changed after it was written, or its link was. Compare it with an earlier export or a backup.`
    case 'removed':
      return `The event of entry ${sequence} was removed from the table. Look it up in an earlier export or a backup.`
    case 'gap':
      return `Entries before ${sequence} are missing. Look them up in an earlier export or a backup.`
    case 'signature':
      return `Entry ${sequence}, the newest one, is not signed with the secret of this server. If you replaced the secret, set the earlier one in ASSAY_SECRET_PREVIOUS or run assay accept-secret; otherwise the log was rewritten.`
  }
}
