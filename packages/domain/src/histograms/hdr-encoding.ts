import { zlibSync } from 'fflate'
import { err, ok, type Result } from '../result.ts'
import { type HdrLayout, hdrBucketAt, hdrIndex, MAX_HDR_DIGITS } from './hdr-layout.ts'
import { type Bucket, createHistogram, type HdrHistogram, MAX_BUCKETS } from './histogram.ts'
import { inflateBounded } from './inflate-bounded.ts'
import { pushZigzag, readZigzags } from './zigzag.ts'

// The compressed V2 format of HdrHistogram: a cookie and a length, then the same header and the counts in zlib. A
// negative count is a run of empty buckets. The second digit of a cookie is the word size of the writer.
const COMPRESSED_COOKIE = 0x1c849304
const COOKIE = 0x1c849303
const WORD_SIZE = 0x10
const HEADER_BYTES = 40
const MAX_INFLATED_BYTES = 4_000_000

/** Encodes a histogram in the compressed V2 format of HdrHistogram, up to its greatest value. */
export function encodeHdr({ buckets, layout }: Pick<HdrHistogram, 'buckets' | 'layout'>): Uint8Array {
  const counts: number[] = []
  let next = 0
  for (const { low, count } of buckets) {
    const index = hdrIndex(layout, low)
    if (index > next) pushZigzag(counts, next - index)
    pushZigzag(counts, count)
    next = index + 1
  }
  const plain = new Uint8Array(HEADER_BYTES + counts.length)
  const view = viewOf(plain)
  view.setUint32(0, COOKIE | WORD_SIZE)
  view.setUint32(4, counts.length)
  view.setUint32(12, layout.digits)
  view.setBigUint64(16, BigInt(layout.lowest))
  view.setBigUint64(24, BigInt(layout.highest))
  view.setFloat64(32, 1)
  plain.set(counts, HEADER_BYTES)
  const zipped = zlibSync(plain, { level: 9 })
  const bytes = new Uint8Array(8 + zipped.length)
  viewOf(bytes).setUint32(0, COMPRESSED_COOKIE | WORD_SIZE)
  viewOf(bytes).setUint32(4, zipped.length)
  bytes.set(zipped, 8)
  return bytes
}

/** Decodes the compressed V2 format. Anything else is an error that says what is wrong. */
export function decodeHdr(bytes: Uint8Array): Result<HdrHistogram, string> {
  if (bytes.length < 8 || !hasCookie(bytes, COMPRESSED_COOKIE)) return err('is not a compressed V2 HDR histogram')
  if (viewOf(bytes).getUint32(4) !== bytes.length - 8) return err('is cut: its length is not the stated one')
  const plain = inflateBounded(bytes.subarray(8), MAX_INFLATED_BYTES)
  if (plain === null) return err('holds data that zlib cannot decompress')
  if (plain.length < HEADER_BYTES || !hasCookie(plain, COOKIE)) return err('holds no V2 HDR histogram')
  const layout = readHeader(viewOf(plain))
  if (!layout.ok) return layout
  const length = viewOf(plain).getUint32(4)
  if (length > plain.length - HEADER_BYTES) return err('is cut: its counts are incomplete')
  return readCounts(plain.subarray(HEADER_BYTES, HEADER_BYTES + length), layout.value)
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const hasCookie = (bytes: Uint8Array, cookie: number) => (viewOf(bytes).getUint32(0) & ~0xf0) === cookie

function readHeader(view: DataView): Result<HdrLayout, string> {
  const digits = view.getUint32(12)
  const [lowest, highest] = [Number(view.getBigUint64(16)), Number(view.getBigUint64(24))]
  // hdr-histogram-js writes 1, which means nothing: real shifts are multiples of the buckets of an octave.
  if (view.getUint32(8) > 1) return err('is shifted (normalizing index offset), which is not supported')
  if (digits > MAX_HDR_DIGITS) return err(`has ${digits} significant digits; at most ${MAX_HDR_DIGITS} are possible`)
  const isRange = lowest >= 1 && highest >= 2 * lowest && highest < 2 ** 63
  return isRange ? ok({ lowest, highest, digits }) : err(`has an impossible range, ${lowest} to ${highest}`)
}

function readCounts(bytes: Uint8Array, layout: HdrLayout): Result<HdrHistogram, string> {
  const buckets: Bucket[] = []
  const counts = readZigzags(bytes)
  let index = 0
  while (counts.hasMore()) {
    const value = counts.next()
    if (value === null) return err('is cut: a count is incomplete')
    if (value < 0) index -= value
    else {
      const { low, width } = hdrBucketAt(layout, index)
      index += 1
      if (value === 0) continue
      if (low > layout.highest) return err(`counts values from ${low}, above its greatest value ${layout.highest}`)
      buckets.push({ low, high: low + width - 1, count: value })
    }
    if (buckets.length > MAX_BUCKETS) return err(`has more than ${MAX_BUCKETS} buckets`)
  }
  const histogram = createHistogram(buckets)
  return histogram.count > Number.MAX_SAFE_INTEGER ? err('counts more values than 2^53') : ok({ ...histogram, layout })
}
