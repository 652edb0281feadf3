import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { invariant } from '@assay/domain/result'
import { type AttachmentStore, PROJECT_ID } from './attachment-store.ts'
import { type Bucket, openBucket, type S3Settings } from './s3-bucket.ts'
import { sha256InSteps } from './sha256-in-steps.ts'

export type { S3Settings } from './s3-bucket.ts'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** Length of the size at the end of a gzip file (RFC 1952). */
const SIZE_BYTES = 4
/** Suffix of the object whose time is the last use of a content that was uploaded again. */
const USED = '.used'
/** Suffix of the mark of a content that `remove` is about to delete. */
const MARK = '.leaving'
/** A removal that takes longer is given up, so that an older mark is that of a killed process. */
const MAX_REMOVAL_MS = 5_000
const ABANDONED_MARK_MS = 60_000
const POLL_MS = 100
const EMPTY = Buffer.alloc(0)
const STORED_NAME = /\/([0-9a-f]{64})\.gz$/

/**
 * Raw files in an S3-compatible bucket. S3 can neither rename nor touch, so two empty objects next to a content replace
 * that. A removal writes a mark first, and then reads the time of last use. An upload of a stored content writes that
 * time first, and then looks for the mark and the content: either the removal sees the new time, or the upload sees
 * the mark, waits, and stores the content again if it is missing.
 * (docs/decisions/240-raw-files-in-s3.md)
 */
export function createS3AttachmentStore(settings: S3Settings): AttachmentStore {
  let opened: Promise<Bucket> | null = null
  // The client is loaded on demand, because most servers store raw files in a folder.
  const bucket = () => {
    opened ??= openBucket(settings)
    return opened
  }
  const folderOf = (projectId: string) => {
    invariant(PROJECT_ID.test(projectId), 'projects have uuids')
    return `${projectId}/`
  }
  const keyOf = (projectId: string, sha256: string) => `${folderOf(projectId)}${sha256.slice(0, 2)}/${sha256}.gz`

  /** True when the content is there and no removal that began before deletes it. */
  const renew = async (key: string): Promise<boolean> => {
    const objects = await bucket()
    if ((await objects.modifiedAt(key)) === null) return false
    await objects.put(`${key}${USED}`, EMPTY)
    await untilUnmarked(objects, `${key}${MARK}`)
    return (await objects.modifiedAt(key)) !== null
  }

  return {
    async put(projectId, content) {
      const sha256 = await sha256InSteps(content)
      const key = keyOf(projectId, sha256)
      if (!(await renew(key))) await (await bucket()).put(key, await pack(content))
      return sha256
    },
    has: (projectId, sha256) => renew(keyOf(projectId, sha256)),
    async size(projectId, sha256) {
      const end = await (await bucket()).getEnd(keyOf(projectId, sha256), SIZE_BYTES)
      return end === null ? null : end.readUInt32LE()
    },
    async get(projectId, sha256) {
      const bytes = await (await bucket()).get(keyOf(projectId, sha256))
      return bytes === null ? null : unpack(bytes)
    },
    async remove(projectId, sha256, { untouchedSince }) {
      const objects = await bucket()
      const key = keyOf(projectId, sha256)
      const began = Date.now()
      await objects.put(`${key}${MARK}`, EMPTY)
      try {
        const times = await Promise.all([objects.modifiedAt(key), objects.modifiedAt(`${key}${USED}`)])
        if (times[0] === null) return true
        if (times.some((time) => time !== null && time > untouchedSince)) return false
        if (Date.now() - began > MAX_REMOVAL_MS) return false
        await objects.remove(key)
        await objects.remove(`${key}${USED}`)
        return true
      } finally {
        await objects.remove(`${key}${MARK}`)
      }
    },
    async restore(projectId, files) {
      // A removal leaves the content itself in place, so only marks of killed ones remain.
      const objects = await bucket()
      for (const sha256 of files) await objects.remove(`${keyOf(projectId, sha256)}${MARK}`)
    },
    async removeProject(projectId) {
      const objects = await bucket()
      for await (const key of objects.list(folderOf(projectId))) await objects.remove(key)
    },
    async *list(projectId) {
      for await (const key of (await bucket()).list(folderOf(projectId))) {
        const sha256 = STORED_NAME.exec(key)?.[1]
        if (sha256 !== undefined) yield { sha256 }
      }
    },
    async projects() {
      const folders = await (await bucket()).folders()
      return folders.filter((name) => PROJECT_ID.test(name))
    },
  }
}

/** Waits for the end of a removal; the mark of a killed one is deleted. */
async function untilUnmarked(objects: Bucket, mark: string): Promise<void> {
  for (;;) {
    const markedAt = await objects.modifiedAt(mark)
    if (markedAt === null) return
    if (Date.now() - markedAt.getTime() > ABANDONED_MARK_MS) return objects.remove(mark)
    await sleep(POLL_MS)
  }
}
