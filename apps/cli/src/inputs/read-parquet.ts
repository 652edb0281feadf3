import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { parquetText } from '@assay/domain/import/parquet/parquet-text'
import { err, ok, type Result } from '@assay/domain/result'
import { MAX_FILE_BYTES, type RawInput, reasonOf } from './raw-input.ts'

/** Reads the rows of a Parquet file as an input of JSON Lines. The error is a sentence without its subject. */
export async function readParquet(input: RawInput): Promise<Result<RawInput, string>> {
  let bytes: Buffer
  try {
    bytes = input.read()
  } catch (cause) {
    return err(reasonOf(cause))
  }
  const text = await parquetText(bytes, CODECS, MAX_FILE_BYTES)
  if (!text.ok) return err(`is ${text.error}`)
  const lines = Buffer.from(text.value)
  return ok({ ...input, read: () => lines })
}

const CODECS = {
  GZIP: (input: Uint8Array, length: number) => gunzipSync(input, { maxOutputLength: length }),
  ZSTD: (input: Uint8Array, length: number) => zstdDecompressSync(input, { maxOutputLength: length }),
  BROTLI: (input: Uint8Array, length: number) => brotliDecompressSync(input, { maxOutputLength: length }),
}
