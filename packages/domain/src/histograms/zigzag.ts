// Zigzag LEB128 as HdrHistogram writes it: seven bits a byte from the lowest, at most nine bytes, the ninth with eight
// bits. Plain numbers suffice, because a count above 2^53 is refused.
const MAX_BYTES = 9

/** Appends an integer between -2^52 and 2^53. */
export function pushZigzag(bytes: number[], value: number): void {
  let rest = value < 0 ? -value * 2 - 1 : value * 2
  for (let i = 1; i < MAX_BYTES && rest > 0x7f; i += 1) {
    bytes.push((rest % 0x80) + 0x80)
    rest = Math.floor(rest / 0x80)
  }
  bytes.push(rest)
}

/** Reads the integers one after the other; null where the bytes end within one. */
export function readZigzags(bytes: Uint8Array) {
  let at = 0
  return {
    hasMore: () => at < bytes.length,
    next(): number | null {
      let value = 0
      for (let i = 0; i < MAX_BYTES; i += 1) {
        const byte = bytes[at]
        if (byte === undefined) return null
        at += 1
        const isLast = i === MAX_BYTES - 1 || byte < 0x80
        value += (isLast ? byte : byte - 0x80) * 2 ** (7 * i)
        if (isLast) break
      }
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2
    },
  }
}
