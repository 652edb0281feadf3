const OID = { integer: 23, text: 25, double: 701, uuid: 2950 } as const
const NULL = -1
/** The length of a uuid, as a big-endian integer in hex. */
const UUID_LENGTH = '00000010'

// Arrays in the binary format of Postgres (array_recv in its arrayfuncs.c: dimensions, null flag, type, length and
// lower bound, then each value after its length). They take a fraction of the work of text on both ends, and doubles
// arrive bit for bit.

export function uuidArray(ids: readonly string[]): Buffer {
  const { buffer, start } = arrayOf(OID.uuid, ids.length, ids.length * 20)
  // One call for all ids, each after its length.
  let hex = ''
  for (const id of ids) hex += UUID_LENGTH + id.replaceAll('-', '')
  buffer.write(hex, start, 'hex')
  return buffer
}

export function integerArray(values: readonly number[]): Buffer {
  const { buffer, start } = arrayOf(OID.integer, values.length, values.length * 8)
  let at = start
  for (const value of values) at = buffer.writeInt32BE(value, buffer.writeInt32BE(4, at))
  return buffer
}

/**
 * Null is encoded as NaN, which is not a valid value, because Postgres would search an array with nulls for each of its
 * slices.
 */
export function doubleArray(values: readonly (readonly (number | null)[])[]): Buffer {
  const count = values.reduce((sum, part) => sum + part.length, 0)
  const { buffer, start } = arrayOf(OID.double, count, count * 12)
  let at = start
  for (const part of values) {
    for (const value of part) at = buffer.writeDoubleBE(value ?? Number.NaN, buffer.writeInt32BE(8, at))
  }
  return buffer
}

export function textArray(texts: readonly (string | null)[]): Buffer {
  const size = texts.reduce((sum, text) => sum + 4 + (text === null ? 0 : Buffer.byteLength(text)), 0)
  const { buffer, start } = arrayOf(OID.text, texts.length, size, texts.includes(null))
  let at = start
  for (const text of texts) {
    if (text === null) {
      at = buffer.writeInt32BE(NULL, at)
      continue
    }
    const bytes = buffer.write(text, at + 4)
    buffer.writeInt32BE(bytes, at)
    at += 4 + bytes
  }
  return buffer
}

const HEADER = 20

/** A buffer for the whole array with its header; `start` is the offset of the values. */
function arrayOf(oid: number, count: number, size: number, hasNulls = false): { buffer: Buffer; start: number } {
  const buffer = Buffer.allocUnsafe(HEADER + size)
  let at = 0
  for (const header of [1, hasNulls ? 1 : 0, oid, count, 1]) at = buffer.writeInt32BE(header, at)
  return { buffer, start: at }
}
