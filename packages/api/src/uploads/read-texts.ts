import type { Problem } from '@assay/domain/parse/problem'
import { err, ok, type Result } from '@assay/domain/result'
import { type AppError, appError } from '../errors.ts'
import type { UnpackBudget } from '../http/unpack-budget.ts'
import type { WorkerPool } from '../worker-pool/worker-pool.ts'
import { MAX_UNPACKED_CHARACTERS, packText, type UploadText } from './packed-files.ts'
import { type RawFile, type ReadParquet, textOf } from './read-archive.ts'

/** Shorter output is parsed in a few milliseconds, which is what sending it to a thread costs. */
const MAX_INLINE_CHARACTERS = 64 * 1024

/** The texts of an upload, and a problem for each file that is not text. */
type UploadTexts = { texts: UploadText[]; problems: Problem[]; isSmall: boolean }

/** The threads that read Parquet files, and the owner of the work. */
type Threads = { workers: WorkerPool; key: string; signal: AbortSignal | undefined }

/**
 * Decodes the files of an upload.
 *
 * Errors: `archive-refused` when they unpack to more than the budget of the request.
 */
export async function readTexts(
  files: readonly RawFile[],
  budget: UnpackBudget,
  { workers, key, signal }: Threads,
): Promise<Result<UploadTexts, AppError>> {
  const readParquet: ReadParquet = async (bytes) => {
    const read = await workers.run('read-parquet', bytes, { key, signal })
    return read.ok ? read.value : err(`a Parquet file that cannot be read: ${read.error.detail}`)
  }
  const problems: Problem[] = []
  const texts: UploadText[] = []
  let characters = 0
  for (const file of files) {
    const text = await textOf(file, budget, readParquet)
    if (text.ok) {
      const { path } = file
      characters += text.value.length
      const plain = { path, text: text.value }
      texts.push(characters <= MAX_UNPACKED_CHARACTERS ? plain : await packText(text.value, file))
    } else if (budget.isExceeded)
      return err(appError('archive-refused', `${file.path} is ${text.error}. Send it in parts.`))
    else problems.push({ file: file.path, message: `is ${text.error}; expected text, plain, .gz, .zst or .parquet` })
  }
  return ok({ texts, problems, isSmall: characters < MAX_INLINE_CHARACTERS })
}
