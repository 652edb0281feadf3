import { parquetMetadata, parquetReadObjects, snappyUncompress } from 'hyparquet'
import { err, ok, type Result } from '../../result.ts'

/** Unpacks a page of a Parquet file; `length` is the size that the file states for it. */
type Decompress = (input: Uint8Array, length: number) => Uint8Array
export type ParquetCodecs = Readonly<Partial<Record<'GZIP' | 'ZSTD' | 'BROTLI', Decompress>>>

/** Rows that are read together, so that a file that repeats a long value is refused before it fills the memory. */
const ROWS = 500
const MAX_ROWS = 200_000

/** True for the name of a Parquet file. */
export const isParquetName = (name: string): boolean => /\.parquet$/i.test(name)

/**
 * The rows of a Parquet file as JSON Lines, so that they are read as upload documents, or by a mapping as any other
 * JSON. Cells without a value have no key, because writers fill the columns that a row lacks.
 *
 * @param maxCharacters length of the longest text that is made.
 * @returns an error that says what is wrong with the file, without its name.
 */
export async function parquetText(
  bytes: Uint8Array,
  codecs: ParquetCodecs,
  maxCharacters: number,
): Promise<Result<string, string>> {
  const limited = (unpack: Decompress): Decompress => {
    return (input, length) => {
      if (length > maxCharacters) throw new TooLarge()
      return unpack(input, length)
    }
  }
  const compressors = {
    SNAPPY: limited(unpackSnappy),
    ...Object.fromEntries(Object.entries(codecs).map(([name, unpack]) => [name, limited(unpack)])),
  }
  try {
    // A copy, because the bytes may be a part of a larger buffer.
    const file = new Uint8Array(bytes).buffer
    const metadata = parquetMetadata(file)
    const rowCount = Number(metadata.num_rows)
    if (rowCount > MAX_ROWS) return err(`a Parquet file of ${rowCount} rows; at most ${MAX_ROWS} are read`)
    const lines: string[] = []
    let length = 0
    for (let rowStart = 0; rowStart < rowCount; rowStart += ROWS) {
      const rowEnd = Math.min(rowCount, rowStart + ROWS)
      for (const row of await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors })) {
        const line = JSON.stringify(plainValue(row)) ?? 'null'
        length += line.length + 1
        if (length > maxCharacters) throw new TooLarge()
        lines.push(line)
      }
    }
    return ok(`${lines.join('\n')}\n`)
  } catch (cause) {
    if (cause instanceof TooLarge) return err('a Parquet file that unpacks to too much; divide it')
    const reason = cause instanceof Error ? cause.message : 'unreadable'
    return err(`a Parquet file that cannot be read (${reason}); write it again, or export it as JSON Lines or CSV`)
  }
}

class TooLarge extends Error {}

function unpackSnappy(input: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length)
  snappyUncompress(input, output)
  return output
}

/** A value of a cell as JSON has it. Integers of 64 bits become numbers where a number is exact. */
function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value instanceof Date) return value.toISOString()
  if (ArrayBuffer.isView(value)) return [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)]
  if (Array.isArray(value)) return value.map(plainValue)
  if (typeof value !== 'object' || value === null) return value
  const cells = Object.entries(value).filter(([, cell]) => cell !== null && cell !== undefined)
  return Object.fromEntries(cells.map(([name, cell]) => [name, plainValue(cell)]))
}
