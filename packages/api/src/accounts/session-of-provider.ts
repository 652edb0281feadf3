import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/** Adds a function to the identity library that signs in a person whom an identity provider vouched for. */
export const sessionOfProvider = () => ({
  id: 'session-of-provider',
  endpoints: {
    // Without a path no request can reach it.
    createSessionOfProvider: createAuthEndpoint(
      { method: 'POST', body: z.object({ userId: z.string() }) },
      async (endpoint) => {
        const { internalAdapter } = endpoint.context
        const user = await internalAdapter.findUserById(endpoint.body.userId)
        if (user === null) throw new Error('an admitted person is stored')
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(endpoint, { session, user })
        return endpoint.json({})
      },
    ),
  },
})
