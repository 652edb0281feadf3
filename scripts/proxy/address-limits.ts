import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressSubject, type TrustedProxies } from '@assay/api/http/client-address'
import { sendProblem } from './send-problem.ts'

/** Maximum requests of one address that are in progress at once. An office or a build farm may share one address. */
const MAX_REQUESTS = 512
/** Maximum connections of one address, most of which are idle between requests. */
const MAX_CONNECTIONS = 2_048

/** Counts what is in progress for each key, up to a maximum. */
class CountByKey {
  readonly #counts = new Map<string, number>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  /** Adds one until `done`; returns false, and adds none, when the key has the maximum. */
  add(key: string, done: (remove: () => void) => void): boolean {
    const count = this.#counts.get(key) ?? 0
    if (count >= this.#max) return false
    this.#counts.set(key, count + 1)
    done(() => this.#remove(key))
    return true
  }

  #remove(key: string): void {
    const count = (this.#counts.get(key) ?? 0) - 1
    if (count > 0) this.#counts.set(key, count)
    else this.#counts.delete(key)
  }
}

/** Closes connections of an address that has too many; those of trusted proxies belong to many people. */
export function limitConnections(server: Server, proxies: TrustedProxies, max = MAX_CONNECTIONS): void {
  const connections = new CountByKey(max)
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || proxies.has(remoteAddress)) return
    const isCounted = connections.add(addressSubject(remoteAddress), (remove) => socket.once('close', remove))
    if (!isCounted) socket.destroy()
  })
}

/**
 * Refuses a request of an address that has too many in progress, for example in one connection that sends requests and
 * reads no responses.
 *
 * @returns a function that returns true when it has answered the request.
 */
export function createRequestLimit(max = MAX_REQUESTS) {
  const requests = new CountByKey(max)
  return (_request: IncomingMessage, response: ServerResponse, address: string | null): boolean => {
    if (requests.add(addressSubject(address), (remove) => response.once('close', remove))) return false
    sendProblem(response, {
      status: 429,
      code: 'too-many-requests',
      title: 'Too many requests',
      detail: `Your address has ${max} requests in progress already. Wait for their answers, and send fewer at once.`,
    })
    return true
  }
}
