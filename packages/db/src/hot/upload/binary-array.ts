const OID = { integer: 23, text: 25, double: 701, uuid: 2950 } as const
const NULL = -1

// Arrays in the binary format of Postgres (array_recv in its arrayfuncs.c: dimensions, whether there are nulls, type, then
// the length and lower bound and each value after its length): a fraction of the work of text for both ends, and doubles
// arrive bit for bit.

export function uuidArray(ids: readonly string[]): Buffer {
  const { buffer, start } = arrayOf(OID.uuid, ids.length, ids.length * 20)
  let at = start
  for (const id of ids) {
    at = buffer.writeInt32BE(16, at)
    at += buffer.write(id.replaceAll('-', ''), at, 'hex')
  }
  return buffer
}

export function integerArray(values: readonly number[]): Buffer {
  const { buffer, start } = arrayOf(OID.integer, values.length, values.length * 8)
  let at = start
  for (const value of values) at = buffer.writeInt32BE(value, buffer.writeInt32BE(4, at))
  return buffer
}

/** Null is written as NaN, which is no value: with nulls in it, Postgres would search an array for each of its parts. */
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

/** A buffer of the whole array with its header; `start` is where the values begin. */
function arrayOf(oid: number, count: number, size: number, hasNulls = false): { buffer: Buffer; start: number } {
  const buffer = Buffer.allocUnsafe(HEADER + size)
  let at = 0
  for (const header of [1, hasNulls ? 1 : 0, oid, count, 1]) at = buffer.writeInt32BE(header, at)
  return { buffer, start: at }
}
