import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from './product.ts'

/** Addresses for documentation (RFC 5737), one more than there are slots for heavy calls and for heavy pages. */
const ADDRESSES = Array.from({ length: 6 }, (_, at) => `203.0.113.${at + 1}`)
const BYTE_EVERY_MS = 500

/**
 * Keeps connections of anonymous addresses open until the end of a phase: bodies of gates that arrive byte by byte, and
 * pages of everything whose responses nobody reads. A connection that the product closes is opened again.
 */
export function holdSlowClients({ url }: Product, until: number): Promise<void>[] {
  const { port, hostname } = new URL(url)
  const hold = async (head: string, sends: boolean) => {
    while (performance.now() < until) {
      const socket = connect(Number(port), hostname).pause()
      let isOpen = true
      socket
        .on('error', () => undefined)
        .once('close', () => {
          isOpen = false
        })
      socket.write(head)
      while (isOpen && performance.now() < until) {
        await sleep(BYTE_EVERY_MS)
        if (sends && isOpen) socket.write(' ')
      }
      socket.destroy()
    }
  }
  return ADDRESSES.flatMap((address) => {
    const from = `Host: ${hostname}\r\nX-Forwarded-For: ${address}\r\n`
    const body = 'Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n'
    return [
      hold(`POST /api/v1/gates?project=demo HTTP/1.1\r\n${from}${body}`, true),
      ...[1, 2].map(() => hold(`GET /o/assay/p/demo/compare?columns=version HTTP/1.1\r\n${from}\r\n`, false)),
    ]
  })
}
