import { gunzipSync } from 'node:zlib'
import type { ImportFile } from '@assay/domain/import/import-files'
import type { UploadText } from './packed-files.ts'

/**
 * The files for the importer, in a worker thread, where no request waits for the synchronous unpacking. A packed text is
 * unpacked when it is read, and only the last one is kept.
 */
export function unpackOnRead(files: readonly UploadText[]): ImportFile[] {
  let last: { file: UploadText; text: string } | null = null
  return files.map((file) => ({
    path: file.path,
    get text() {
      if (last?.file !== file) last = { file, text: textOf(file) }
      return last.text
    },
  }))
}

const textOf = (file: UploadText): string => ('text' in file ? file.text : gunzipSync(file.packed).toString('utf8'))
