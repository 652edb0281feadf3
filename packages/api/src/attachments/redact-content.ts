import { redact } from '@assay/domain/parse/redact'
import { WorkRefused } from '../http/fault.ts'
import type { WorkerPool } from '../worker-pool/worker-pool.ts'

/** Larger contents are searched for secrets in a thread; smaller ones take less time than sending them. */
const SMALL_BYTES = 256 * 1024

/** Removes passwords and home paths from text; binary content is stored as it was sent. */
export function redactContent(content: Buffer): Buffer {
  return withoutSecrets(content) ?? content
}

/**
 * `redactContent` away from the event loop for a large content.
 *
 * @throws WorkRefused when it exceeds the limits of a thread.
 */
export async function redactInThread(workers: WorkerPool, projectId: string, content: Buffer): Promise<Buffer> {
  if (content.length <= SMALL_BYTES) return redactContent(content)
  const done = await workers.run('redact-file', content, { key: projectId })
  if (!done.ok) throw new WorkRefused(done.error)
  return done.value === null ? content : Buffer.from(done.value)
}

/** Returns the text without secrets; null for text without any and for binary content. */
export function withoutSecrets(content: Buffer): Buffer | null {
  if (content.includes(0)) return null
  const text = content.toString('utf8')
  const redacted = redact(text)
  return redacted === text ? null : Buffer.from(redacted, 'utf8')
}
