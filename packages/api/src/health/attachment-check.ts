import { setTimeout as sleep } from 'node:timers/promises'
import { scopeOf } from '@assay/db/open'
import type { Services } from '../services.ts'

export type AttachmentCount = {
  /** Raw files that rows of the database reference, counted once in each project. */
  referenced: number
  /** Referenced raw files that the store lacks. */
  missing: number
  /** One missing file as `PROJECT/SHA256`; null when none is missing. */
  example: string | null
}

export type AttachmentCheck = {
  /**
   * Returns the newest count, null until the first one is complete, and the count because of which the server is not
   * ready.
   */
  read(): Promise<{ count: AttachmentCount | null; refused: AttachmentCount | null }>
}

const COUNT_AGAIN_MS = 10 * 60_000
/**
 * A request waits this long for a count; longer counts continue in the background, so that a server with millions of
 * raw files is ready before they end.
 */
const TIMEOUT_MS = 1_000

/**
 * Compares the raw files that the database references with those of the store. A server that starts with missing files
 * is not ready; one that loses files while it runs reports the number and stays ready.
 *
 * @param allowMissing only reports the number.
 */
export function createAttachmentCheck(
  of: Pick<Services, 'db' | 'attachments'>,
  { allowMissing = false, now = Date.now }: { allowMissing?: boolean; now?: () => number } = {},
): AttachmentCheck {
  let count: AttachmentCount | null = null
  let refused = false
  let countedAt = 0
  let counting: Promise<void> | null = null
  const countOnce = async () => {
    const isFirst = count === null
    count = await countMissing(of)
    countedAt = now()
    refused = count.missing > 0 && !allowMissing && (isFirst || refused)
  }
  return {
    async read() {
      if (counting === null && (refused || now() - countedAt > COUNT_AGAIN_MS)) {
        counting = countOnce().finally(() => {
          counting = null
        })
      }
      // The next request counts again after a failure.
      const counted = counting?.catch(() => undefined)
      if (count === null || refused) await Promise.race([counted, sleep(TIMEOUT_MS, undefined, { ref: false })])
      return { count, refused: refused ? count : null }
    },
  }
}

async function countMissing({ db, attachments }: Pick<Services, 'db' | 'attachments'>): Promise<AttachmentCount> {
  const total: AttachmentCount = { referenced: 0, missing: 0, example: null }
  for (const project of await db.projects.list()) {
    const named = await db.in(scopeOf(project)).attachments.listNames()
    if (named.length === 0) continue
    const stored = new Set<string>()
    for await (const { sha256 } of attachments.list(project.id)) stored.add(sha256)
    for (const sha256 of named) {
      total.referenced += 1
      if (stored.has(sha256)) continue
      total.missing += 1
      total.example ??= `${project.id}/${sha256}`
    }
  }
  return total
}
