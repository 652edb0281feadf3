import { randomUUID } from 'node:crypto'
import type { PeopleStore } from '@assay/db/types'
import { PASSWORD_LENGTH } from '@assay/domain/account/password'
import { passkey } from '@better-auth/passkey'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { betterAuth } from 'better-auth/minimal'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { addressPrefix, CLIENT_ADDRESS_HEADER } from '../access/request-facts.ts'
import { recordedAdapter } from './identity-adapter.ts'
import { reportUnsent } from './identity-mails.ts'
import { AUTH_PATH, OIDC_PROVIDER } from './identity-names.ts'
import { originsOf } from './own-origins.ts'
import type { PeopleSettings } from './people-settings.ts'
import { RECENT_MS } from './recent-sign-in.ts'
import { SESSION_AGE_MS, sessionCookieName, sessionHasher } from './session-cookie.ts'

/** What the library asks us to send, and whom we let in. */
export type IdentityHooks = {
  sendReset(to: { email: string; name: string }, token: string): Promise<void>
  /** `next` is where the person was going: a path, `/` for nowhere. */
  sendVerification(to: { email: string; name: string }, token: string, next: string): Promise<void>
  /** To the address that an account had, once it has another one. */
  sendAddressChanged(old: { email: string }, email: string): Promise<void>
  /** Whether somebody who comes from GitHub or OIDC for the first time may have an account. */
  maySignUp(email: string): Promise<boolean>
}

/**
 * The identity library: who a person is, and nothing of what they may do. (docs/decisions/060-identity-by-a-library.md)
 * Its sessions are never refreshed: their age is the absolute one, and we end idle ones.
 */
export function createIdentity({
  people,
  secret,
  publicUrl,
  settings,
  hooks,
}: {
  people: PeopleStore
  secret: string
  publicUrl: string
  settings: PeopleSettings
  hooks: IdentityHooks
}) {
  const isHttps = publicUrl.startsWith('https:')
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const
  const { github, oidc, mail } = settings
  const hashSession = sessionHasher(secret)
  return betterAuth({
    appName: 'Assay',
    baseURL: publicUrl,
    basePath: AUTH_PATH,
    secret,
    telemetry: { enabled: false },
    trustedOrigins: originsOf(publicUrl),
    // Its queries are typed by models that it does not know; the adapter looks them up by name.
    database: recordedAdapter(prismaAdapter(people.identityClient, { provider: 'postgresql' }), {
      people,
      hashSession,
      // A change waits for no mail server, and is not undone by one.
      onAddressChanged: (old, email) => void hooks.sendAddressChanged(old, email).catch(reportUnsent),
    }),
    // What a link or a cookie has to name is not written down either.
    verification: { storeIdentifier: { hash: async (identifier) => hashSession(identifier) } },
    user: {
      modelName: 'appUser',
      changeEmail: { enabled: mail !== null },
      validateUserInfo: async ({ user, source }) => {
        const isNew = source.action === 'create-user'
        if (isNew && !(await hooks.maySignUp(user.email?.toLowerCase() ?? ''))) return { error: 'not_invited' }
      },
    },
    session: {
      expiresIn: SESSION_AGE_MS / 1000,
      disableSessionRefresh: true,
      freshAge: RECENT_MS / 1000,
      cookieCache: { enabled: false },
    },
    emailAndPassword: {
      enabled: true,
      // Accounts are made by us, who know invitations and write the trail.
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      requireEmailVerification: mail !== null,
      revokeSessionsOnPasswordReset: true,
      ...(mail !== null && { sendResetPassword: ({ user, token }) => hooks.sendReset(user, token) }),
    },
    ...(mail !== null && {
      emailVerification: {
        sendVerificationEmail: ({ user, token, url }) =>
          hooks.sendVerification(user, token, new URL(url).searchParams.get('callbackURL') ?? ''),
      },
    }),
    // Who comes back with a state that is used up has no other page to go to; the library's own is closed.
    onAPIError: { errorURL: `${publicUrl}/sign-in?problem=provider` },
    socialProviders: github === null ? {} : { github },
    plugins: [
      passkey({ rpID: new URL(publicUrl).hostname, rpName: 'Assay', origin: originsOf(publicUrl) }),
      ...(oidc === null
        ? []
        : [
            genericOAuth({
              config: [
                {
                  providerId: OIDC_PROVIDER,
                  name: oidc.name,
                  clientId: oidc.clientId,
                  clientSecret: oidc.clientSecret,
                  discoveryUrl: `${oidc.issuer}/.well-known/openid-configuration`,
                  scopes: ['openid', 'email', 'profile'],
                  pkce: true,
                  // Without this the library looks for `id` where a provider publishes no keys.
                  accountSubject: ({ profile }) => profile.sub ?? '',
                },
              ],
            }),
          ]),
    ],
    databaseHooks: {
      user: {
        create: {
          // Asked above already; here no way to make an account gets around it.
          before: async (user) => hooks.maySignUp(user.email.toLowerCase()),
        },
      },
      session: {
        create: {
          before: async (session) => ({ data: { ...session, ipAddress: addressPrefix(session.ipAddress ?? null) } }),
        },
      },
    },
    advanced: {
      cookiePrefix: 'assay',
      // The prefix __Host- is ours to give; the library would give __Secure-.
      useSecureCookies: false,
      defaultCookieAttributes: cookie,
      cookies: { session_token: { name: sessionCookieName(publicUrl), attributes: cookie } },
      database: { generateId: () => randomUUID() },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER], ipv6Subnet: 128 },
      // An answer that waits for the mail server would tell who has an account.
      backgroundTasks: { handler: (task) => void task.catch(reportUnsent) },
    },
    // Requests are counted by our own limits, in budgets that all processes share.
    rateLimit: { enabled: false },
    // Wrong passwords are no errors, and what the library logs names addresses.
    logger: { level: 'error' },
  })
}

export type Identity = ReturnType<typeof createIdentity>
