import { lookup as lookupAll } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The addresses that requests to a user's URL may reach. Loopback is allowed for development and tests. */
export type AddressRule = { allowLoopback: boolean }

/** The reason why nothing was sent; owners of the channel see the message. */
class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/**
 * True for an address of the public internet. Everything else is refused: private and shared networks, link-local
 * addresses with the metadata services of clouds, multicast, reserved addresses, and IPv6 forms that embed an IPv4
 * address (mapped, NAT64, 6to4, Teredo), which would bypass a filter for IPv4.
 */
export function isAllowedAddress(address: string, { allowLoopback }: AddressRule): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (range === 'loopback') return allowLoopback
  return range === 'unicast' && (parsed instanceof ipaddr.IPv4 || isGlobal(parsed))
}

/**
 * True for 2000::/3, the only range that is assigned so far. Other ranges contain old forms that embed an IPv4 address,
 * and local NAT64.
 */
const isGlobal = ({ parts: [first = 0] }: ipaddr.IPv6): boolean => first >= 0x2000 && first <= 0x3fff

/** Returns the address that a URL contains literally, without brackets; null for a host name. */
export function literalAddress({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) ? bare : null
}

/**
 * A DNS lookup for sockets that returns only allowed addresses. The socket connects to exactly the returned address, so
 * a name that resolves differently a moment later changes nothing; one forbidden address among several refuses all.
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
  `${host} resolves to ${address}, which is not a public address. Messages are sent to public addresses only.`
