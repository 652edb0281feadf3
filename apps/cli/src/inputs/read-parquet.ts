import { err, ok, type Result } from '@assay/domain/result'
import { parquetTextInThread } from './parquet-thread.ts'
import { type RawInput, reasonOf } from './raw-input.ts'

/** Reads the rows of a Parquet file as an input of JSON Lines. The error is a sentence without its subject. */
export async function readParquet(input: RawInput): Promise<Result<RawInput, string>> {
  let bytes: Buffer
  try {
    bytes = input.read()
  } catch (cause) {
    return err(reasonOf(cause))
  }
  const text = await parquetTextInThread(bytes)
  if (!text.ok) return err(`is ${text.error}`)
  const lines = Buffer.from(text.value)
  return ok({ ...input, read: () => lines })
}
