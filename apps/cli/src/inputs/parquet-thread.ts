import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { MAX_PARQUET_SECONDS } from '@assay/domain/import/parquet/parquet-limit'
import { parquetText } from '@assay/domain/import/parquet/parquet-text'
import { err, type Result } from '@assay/domain/result'
import { MAX_FILE_BYTES } from './raw-input.ts'

// A damaged Parquet file can make its reader run forever, which only ending its thread stops. The thread loads this
// file again; in the packed command that is the whole program, which then does nothing else.

const MARK = 'assay-parquet'
/** The heap that the server allows as well. */
const MAX_HEAP_MB = 1_024

/** True in a thread that reads Parquet files, in which the command itself must not run. */
export const isParquetThread = !isMainThread && workerData === MARK

const CODECS = {
  GZIP: (input: Uint8Array, length: number) => gunzipSync(input, { maxOutputLength: length }),
  ZSTD: (input: Uint8Array, length: number) => zstdDecompressSync(input, { maxOutputLength: length }),
  BROTLI: (input: Uint8Array, length: number) => brotliDecompressSync(input, { maxOutputLength: length }),
}

if (isParquetThread) {
  parentPort?.on('message', async (bytes: Uint8Array) => {
    parentPort?.postMessage(await parquetText(bytes, CODECS, MAX_FILE_BYTES))
  })
}

/** The thread of earlier files; null before the first one, and after a file that exceeded a limit. */
let thread: Worker | null = null

/** Reads the rows of a Parquet file as JSON Lines in a thread with a limit of time and memory. */
export function parquetTextInThread(
  bytes: Uint8Array,
  maxSeconds = MAX_PARQUET_SECONDS,
): Promise<Result<string, string>> {
  const reader = thread ?? startThread()
  thread = reader
  return new Promise((resolve) => {
    const end = (text: Result<string, string>) => {
      clearTimeout(timer)
      reader.removeAllListeners('message').removeAllListeners('error')
      resolve(text)
    }
    const giveUp = (reason: string) => {
      thread = null
      void reader.terminate()
      end(err(`a Parquet file that cannot be read (${reason}); write it again, or export it as JSON Lines or CSV`))
    }
    const timer = setTimeout(
      () => giveUp(`it takes more than ${maxSeconds} s, so it may be damaged`),
      maxSeconds * 1_000,
    )
    reader.once('message', end)
    reader.once('error', () => giveUp('it needs too much memory'))
    reader.postMessage(bytes)
  })
}

function startThread(): Worker {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: MARK,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  // An idle thread must not keep the command from ending.
  worker.unref()
  return worker
}
