import type { CommandIo } from '../command-io.ts'

/** Within 14 days of the expiry the server sends this header in every response. */
const HEADER = 'assay-token-expires'

/** Wraps `fetch` to log the expiry of the token once, from the first response that names it. */
export function warnOfExpiry(io: CommandIo): CommandIo {
  let isWarned = false
  return {
    ...io,
    fetch: async (...args: Parameters<typeof fetch>) => {
      const answer = await io.fetch(...args)
      const end = answer.headers.get(HEADER)
      // A proxy may have written the header, so its value is checked before it is printed.
      if (end !== null && !isWarned && !Number.isNaN(Date.parse(end))) {
        isWarned = true
        const day = new Date(end).toISOString().slice(0, 16).replace('T', ' ')
        await io.log.write(`The token expires on ${day} UTC. Rotate it in the project, under Settings, Tokens.\n`)
      }
      return answer
    },
  }
}
