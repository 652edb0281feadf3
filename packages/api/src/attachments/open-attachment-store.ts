import { join } from 'node:path'
import { type AttachmentStore, createAttachmentStore } from './attachment-store.ts'
import { createS3AttachmentStore, type S3Settings } from './s3-attachment-store.ts'

/** The store of raw files: a bucket if one is named, otherwise a folder of the data directory. */
export const openAttachmentStore = ({
  dataDir,
  s3,
}: {
  dataDir: string
  s3: S3Settings | undefined
}): AttachmentStore =>
  s3 === undefined ? createAttachmentStore(join(dataDir, 'attachments')) : createS3AttachmentStore(s3)
