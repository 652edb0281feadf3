import { lookup as lookupAll } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The addresses to which requests with a user's URL may go; loopback is for development and tests. */
export type AddressRule = { allowLoopback: boolean }

/** The reason why nothing was sent; owners of the channel see the message. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/**
 * True for an address that anybody on the internet could reach. Whatever is not plainly one is not: private and shared
 * networks, link-local with the metadata services of clouds, multicast, reserved, and IPv6 forms that carry an IPv4
 * address (mapped, NAT64, 6to4, Teredo), by which a filter of IPv4 alone is passed.
 */
export function isAllowedAddress(address: string, { allowLoopback }: AddressRule): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (range === 'loopback') return allowLoopback
  return range === 'unicast' && (parsed instanceof ipaddr.IPv4 || isGlobal(parsed))
}

/** 2000::/3, all that was ever given out: the rest has old forms that carry an IPv4 address, and local NAT64. */
const isGlobal = ({ parts: [first = 0] }: ipaddr.IPv6): boolean => first >= 0x2000 && first <= 0x3fff

/** The address that a URL names without DNS, without brackets; null for a host name. */
export function literalAddress({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) ? bare : null
}

/**
 * A lookup for a socket that answers only allowed addresses. The socket connects to exactly what is answered here, so a
 * name that resolves differently a moment later changes nothing; one forbidden address among several refuses all.
 */
export const guardedLookup =
  (rule: AddressRule, resolve: typeof lookupAll = lookupAll): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '')
      const forbidden = found.find(({ address }) => !isAllowedAddress(address, rule))
      const first = found[0]
      if (forbidden !== undefined || first === undefined) {
        return callback(new AddressRefused(refusal(hostname, forbidden?.address ?? 'no address')), '')
      }
      if (options.all === true) return callback(null, found)
      callback(null, first.address, first.family)
    })
  }

export const refusal = (host: string, address: string): string =>
  `${host} leads to ${address}, which is not a public address. Messages are sent only where anybody could reach.`
