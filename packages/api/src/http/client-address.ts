import { BlockList, isIP } from 'node:net'

/** The addresses of proxies whose X-Forwarded-For is trusted. */
export type TrustedProxies = { has(address: string): boolean }

/**
 * Parses ASSAY_TRUSTED_PROXIES: addresses and networks, separated by commas or spaces, such as `127.0.0.1, 10.0.0.0/8`.
 *
 * @throws Error that names each entry that is neither.
 */
export function readTrustedProxies(text: string): TrustedProxies {
  const list = new BlockList()
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const [address = '', bits] = part.split('/')
    const version = isIP(address)
    const max = version === 4 ? 32 : 128
    const prefix = bits === undefined ? max : Number(bits)
    if (version === 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > max) {
      throw new Error(`ASSAY_TRUSTED_PROXIES: ${part} is neither an address nor a network such as 10.0.0.0/8.`)
    }
    list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6')
  }
  return { has: (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6') }
}

/**
 * Returns the address of the client: the other end of the connection, or, when that is a trusted proxy, the last
 * address that it or another trusted proxy appended to X-Forwarded-For. Entries further left may be forged.
 */
export function clientAddress(
  { remote, forwardedFor }: { remote: string | undefined; forwardedFor: string | undefined },
  proxies: TrustedProxies,
): string | null {
  let address = plain(remote ?? '')
  const hops = (forwardedFor ?? '').split(',').map((one) => plain(one.trim()))
  while (proxies.has(address) && hops.length > 0) {
    const next = hops.pop() ?? ''
    if (isIP(next) === 0) break
    address = next
  }
  return isIP(address) === 0 ? null : address
}

/** The part of an address that limits are counted by: a single machine usually has a whole /64 of IPv6. */
export function addressSubject(address: string | null): string {
  if (address === null || isIP(address) !== 6) return address ?? 'unknown'
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) {
    const behind = tail.split(':').filter(Boolean)
    while (groups.length + behind.length < 8) groups.push('0')
  }
  return groups.slice(0, 4).join(':')
}

/** Converts an IPv4 address of a dual-stack socket to its plain form. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')
