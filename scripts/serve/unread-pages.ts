import type { ServerResponse } from 'node:http'

/** Maximum rendered pages of one address that wait in memory for their client; more end the oldest one. */
const MAX_UNREAD_OF_ADDRESS = 16
/** The same for all addresses; a page has up to 5 MB. */
const MAX_UNREAD = 64

/**
 * Makes a response accept everything at once, so that a client that reads slowly does not stop the renderer.
 *
 * @returns a promise that resolves when the whole response was written.
 */
export function renderedAtOnce(response: ServerResponse): Promise<void> {
  const write = response.write.bind(response) as (...args: unknown[]) => boolean
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse
  return new Promise((resolve) => {
    Object.assign(response, {
      write(...args: unknown[]) {
        write(...args)
        return true
      },
      end(...args: unknown[]) {
        end(...args)
        resolve()
        return response
      },
    })
  })
}

/** Bounds the memory of pages that are rendered and not yet read. */
export function createUnreadPages(maxOfAddress = MAX_UNREAD_OF_ADDRESS, max = MAX_UNREAD) {
  /** In the order in which they were rendered. */
  const pages = new Map<ServerResponse, string>()
  return {
    /** Adds a rendered page until it is read, and ends the oldest ones that are too many. */
    add(address: string, response: ServerResponse): void {
      if (response.closed || response.writableFinished) return
      response.once('close', () => pages.delete(response))
      pages.set(response, address)
      const ofAddress = [...pages].filter(([, one]) => one === address)
      if (ofAddress.length > maxOfAddress) ofAddress[0]?.[0].destroy()
      const [oldest] = pages.keys()
      if (pages.size > max) oldest?.destroy()
    },
  }
}
