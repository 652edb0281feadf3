/** A file to import, with its path below the folder that was dropped or chosen. */
export type ChosenFile = { path: string; file: Blob }

const BLOCK_BYTES = 512
const MAX_NAME_BYTES = 100
const PLAIN_FILE = '0'
const EXTENDED_HEADER = 'x'

/** Blob parts of a tar archive (POSIX.1-2001). The content of a file is read only when the blob is. */
export function tarBlocks(files: readonly ChosenFile[]): BlobPart[] {
  const entries = files.flatMap(({ path, file }) => [
    ...longName(path),
    header(path, file.size, PLAIN_FILE),
    file,
    padding(file.size),
  ])
  return [...entries, new Uint8Array(2 * BLOCK_BYTES)]
}

/** The extended header that states a path too long for the header of a file. */
function longName(path: string): BlobPart[] {
  if (bytesOf(path).length <= MAX_NAME_BYTES) return []
  const text = ` path=${path}\n`
  const bytes = bytesOf(text).length
  // The length of a record includes its own digits.
  const digits = String(bytes + String(bytes + 3).length).length
  const record = bytesOf(`${bytes + digits}${text}`)
  return [header('path', record.length, EXTENDED_HEADER), record, padding(record.length)]
}

function header(path: string, size: number, type: string): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK_BYTES)
  const write = (text: string, at: number, length: number) => block.set(bytesOf(text).subarray(0, length), at)
  write(path, 0, MAX_NAME_BYTES)
  write('0000644\0', 100, 8)
  write('0000000\0', 108, 8)
  write('0000000\0', 116, 8)
  write(`${size.toString(8).padStart(11, '0')}\0`, 124, 12)
  write('00000000000\0', 136, 12)
  write('        ', 148, 8) // The checksum counts its own field as blanks.
  write(type, 156, 1)
  write('ustar\0', 257, 6)
  write('00', 263, 2)
  const sum = block.reduce((total, byte) => total + byte, 0)
  write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 8)
  return block
}

const padding = (size: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES)

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
