import type { World } from '../world.ts'

/** Within 14 days of its end the server names it in every answer. */
const HEADER = 'assay-token-expires'

/** The same world, in which the first answer that names the end of the token is told to people, once. */
export function warnOfExpiry(world: World): World {
  let told = false
  return {
    ...world,
    fetch: async (...asked: Parameters<typeof fetch>) => {
      const answer = await world.fetch(...asked)
      const end = answer.headers.get(HEADER)
      // A proxy may have written the header, so its value is checked before it is printed.
      if (end !== null && !told && !Number.isNaN(Date.parse(end))) {
        told = true
        const day = new Date(end).toISOString().slice(0, 16).replace('T', ' ')
        await world.log.write(`The token ends on ${day} UTC. Rotate it in the settings of the project, under Tokens.\n`)
      }
      return answer
    },
  }
}
