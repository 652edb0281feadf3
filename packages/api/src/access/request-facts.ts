/** Facts about the sender of a request. */
export type RequestFacts = {
  headers: { get(name: string): string | null }
  requestId: string | null
  /** Address of the client. Our listener writes it into a header that no client can set; null where it is not known. */
  address: string | null
}

/** Set by the listener on every request, overwriting headers of these names from the client. */
export const CLIENT_ADDRESS_HEADER = 'x-assay-client-address'
export const REQUEST_ID_HEADER = 'x-assay-request-id'

export const requestFacts = (headers: RequestFacts['headers']): RequestFacts => ({
  headers,
  requestId: headers.get(REQUEST_ID_HEADER),
  address: headers.get(CLIENT_ADDRESS_HEADER),
})

/**
 * Returns the network of an address: /24 of IPv4, /48 of IPv6; null for text that is not an address. Only this prefix
 * is stored.
 */
export function addressPrefix(address: string | null): string | null {
  if (address === null) return null
  const four = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/i.exec(address)
  if (four !== null) return `${four[1]}.${four[2]}.${four[3]}.0/24`
  if (!address.includes(':')) return null
  const [head = ''] = address.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const first = [0, 1, 2].map((at) => groups[at] ?? '0')
  return `${first.join(':')}::/48`
}
