import { lookup as lookupAll } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The addresses that requests to a user's URL may reach. Loopback is allowed for development and tests. An operator can
 * list the hosts, `*.` before a domain for those below it; without a list, every public host may be reached.
 */
export type AddressRule = { allowLoopback: boolean; hosts?: readonly string[] | undefined }

const HOST_PATTERN = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

/**
 * Reads ASSAY_TARGET_HOSTS, host names separated by spaces; undefined for an empty text, which allows all.
 *
 * @throws Error that names the host that is not understood.
 */
export function readTargetHosts(text: string): readonly string[] | undefined {
  const hosts = text.toLowerCase().split(/\s+/).filter(Boolean)
  const wrong = hosts.find((host) => !HOST_PATTERN.test(host))
  if (wrong !== undefined) throw new Error(`${wrong} is not a host name such as hooks.example.org or *.example.org`)
  return hosts.length === 0 ? undefined : hosts
}

/** True for a host that the operator listed, or when there is no list. */
export function isListedHost(hostname: string, { hosts }: AddressRule): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return hosts?.some((host) => (host.startsWith('*.') ? name.endsWith(host.slice(1)) : name === host)) ?? true
}

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
