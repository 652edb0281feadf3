import { join } from 'node:path'
import { type AttachmentStore, createAttachmentStore } from './attachment-store.ts'
import { createS3AttachmentStore, type S3Settings } from './s3-attachment-store.ts'

type Settings = { dataDir: string; s3: S3Settings | undefined }

/** The store of raw files: a bucket if one is named, otherwise a folder of the data directory. */
export const openAttachmentStore = ({ dataDir, s3 }: Settings): AttachmentStore =>
  s3 === undefined ? createAttachmentStore(join(dataDir, 'attachments')) : createS3AttachmentStore(s3)

/** The store of the chunks of uploads, beside that of raw files, so that any node can complete an upload. */
export const openChunkStore = ({ dataDir, s3 }: Settings): AttachmentStore =>
  s3 === undefined
    ? createAttachmentStore(join(dataDir, 'upload-chunks'))
    : createS3AttachmentStore({ ...s3, prefix: `${s3.prefix}upload-chunks/` })
