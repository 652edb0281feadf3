/** A UUID of a version (RFC 9562) from 32 or more hex digits, of which those for version and variant are replaced. */
export function uuidFromHex(hex: string, version: '4' | '8'): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  const [time, middle, low] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(13, 16)]
  return `${time}-${middle}-${version}${low}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
