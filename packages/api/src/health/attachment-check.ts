import { setTimeout as sleep } from 'node:timers/promises'
import { scopeOf } from '@assay/db/open'
import type { Services } from '../services.ts'

export type AttachmentCount = {
  /** Raw files that rows of the database name, counted once in each project. */
  referenced: number
  /** Referenced raw files that the store lacks. */
  missing: number
  /** One that is missing, as `PROJECT/SHA256`; null when none is. */
  example: string | null
}

export type AttachmentCheck = {
  /** The newest count, null until the first one is complete, and the count because of which the server is not ready. */
  read(): Promise<{ count: AttachmentCount | null; refused: AttachmentCount | null }>
}

const COUNT_AGAIN_MS = 10 * 60_000
/** Longer counts go on while health answers; a server with millions of raw files is ready before they end. */
const PATIENCE_MS = 1_000

/**
 * Compares the raw files that the database refers to with those of the store. A server that starts with some missing is
 * not ready; one that loses some while it runs reports the number and goes on.
 *
 * @param allowMissing reports the number only.
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
      // A failed count is made again by the next request.
      const settled = counting?.catch(() => undefined)
      if (count === null || refused) await Promise.race([settled, sleep(PATIENCE_MS, undefined, { ref: false })])
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
