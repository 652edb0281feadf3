import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { parquetText } from '@assay/domain/import/parquet/parquet-text'
import type { Result } from '@assay/domain/result'
import { LIMIT_BYTES } from '../http/body-size-limits.ts'

const CODECS = {
  GZIP: (input: Uint8Array, length: number) => gunzipSync(input, { maxOutputLength: length }),
  ZSTD: (input: Uint8Array, length: number) => zstdDecompressSync(input, { maxOutputLength: length }),
  BROTLI: (input: Uint8Array, length: number) => brotliDecompressSync(input, { maxOutputLength: length }),
}

/** The rows of a Parquet file as JSON Lines. A damaged file may never end, so that only a thread with a limit runs it. */
export const parquetTask = (bytes: Uint8Array): Promise<Result<string, string>> =>
  parquetText(bytes, CODECS, LIMIT_BYTES.documentUnpacked)
