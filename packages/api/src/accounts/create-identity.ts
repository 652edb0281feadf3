import { randomUUID } from 'node:crypto'
import type { AccountStore } from '@assay/db/types'
import { hostCookieName } from '@assay/domain/account/host-cookie'
import { PASSWORD_LENGTH } from '@assay/domain/account/password'
import { passkey } from '@better-auth/passkey'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { type BetterAuthOptions, betterAuth } from 'better-auth/minimal'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { z } from 'zod'
import { addressPrefix, CLIENT_ADDRESS_HEADER } from '../access/request-facts.ts'
import type { AccountSettings } from './account-settings.ts'
import { auditedAdapter } from './identity-adapter.ts'
import { logUnsentMail } from './identity-mails.ts'
import { AUTH_PATH, OIDC_PROVIDER } from './identity-names.ts'
import { hashPassword, isPassword, isWeakHash } from './password-hash.ts'
import { MAX_SIGN_IN_AGE_MS } from './recent-sign-in.ts'
import { sessionCookieName, sessionHasher } from './session-cookie.ts'
import { sessionOfProvider } from './session-of-provider.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Mails that the identity library sends through us, and our decision on new accounts. */
export type IdentityHooks = {
  sendReset(to: { email: string; name: string }, token: string): Promise<void>
  /** `next` is the path that the person wanted to open; `/` when there is none. */
  sendVerification(to: { email: string; name: string }, token: string, next: string): Promise<void>
  /** Sent to the previous address of an account after the change. */
  sendAddressChanged(old: { email: string }, email: string): Promise<void>
  /** True when an address that comes from GitHub or OIDC for the first time can get an account. */
  canSignUp(email: string): Promise<boolean>
}

/**
 * Configures the identity library, which authenticates people; permissions are decided elsewhere
 * (docs/decisions/060-identity-by-a-library.md). The library never refreshes sessions, so that their maximum age is
 * absolute; our code ends idle sessions.
 */
export function createIdentity({
  accounts,
  secret,
  publicUrl,
  settings,
  hooks,
}: {
  accounts: AccountStore
  secret: string
  publicUrl: string
  settings: AccountSettings
  hooks: IdentityHooks
}) {
  const { github, oidc, mail } = settings
  const hashSession = sessionHasher(secret)
  return betterAuth({
    appName: 'Assay',
    baseURL: publicUrl,
    basePath: AUTH_PATH,
    secret,
    telemetry: { enabled: false },
    trustedOrigins: trustedOrigins(publicUrl),
    // The library's queries are typed by models that TypeScript does not know here; the adapter looks them up by name.
    database: auditedAdapter(prismaAdapter(accounts.identityClient, { provider: 'postgresql' }), {
      accounts,
      hashSession,
      // The mail is not awaited, and its failure does not undo the change.
      onAddressChanged: (old, email) => void hooks.sendAddressChanged(old, email).catch(logUnsentMail),
    }),
    // Identifiers in links and cookies are stored as a hash as well.
    verification: { storeIdentifier: { hash: async (identifier) => hashSession(identifier) } },
    user: {
      modelName: 'appUser',
      changeEmail: { enabled: mail !== null },
      validateUserInfo: async ({ user, source }) => {
        const isNew = source.action === 'create-user'
        if (isNew && !(await hooks.canSignUp(user.email?.toLowerCase() ?? ''))) return { error: 'not_invited' }
      },
    },
    session: {
      expiresIn: settings.sessions.ageMs / 1000,
      disableSessionRefresh: true,
      freshAge: MAX_SIGN_IN_AGE_MS / 1000,
      cookieCache: { enabled: false },
    },
    emailAndPassword: {
      enabled: true,
      // We create accounts ourselves, because we check invitations and write the audit log.
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: { hash: hashPassword, verify: passwordVerifier(accounts) },
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
    // A reused OAuth state leads to the sign-in page, because the library's own error page is not routed.
    onAPIError: { errorURL: `${publicUrl}/sign-in?problem=provider` },
    socialProviders: github === null ? {} : { github },
    plugins: [
      passkey({ rpID: new URL(publicUrl).hostname, rpName: 'Assay', origin: trustedOrigins(publicUrl) }),
      sessionOfProvider(),
      ...(oidc === null ? [] : [oidcPlugin(oidc)]),
    ],
    databaseHooks: databaseHooks(hooks),
    advanced: cookieSettings(publicUrl),
    // Our own rate limits count requests, in budgets that all processes share.
    rateLimit: { enabled: false },
    // Wrong passwords are not errors, and log lines of the library contain addresses.
    logger: { level: 'error' },
  })
}

const oidcPlugin = (oidc: NonNullable<AccountSettings['oidc']>) =>
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
        requireIdTokenVerification: true,
        accountSubject: ({ tokens, profile }) => subjectOf(tokens.idToken, { issuer: oidc.issuer, profile }),
      },
    ],
  })

/**
 * Returns the subject of an ID token whose signature, audience and nonce the library has verified, and an empty one, which
 * it refuses, for a token of another issuer than the configured one (metadata can name any) or for user info of somebody
 * else.
 */
function subjectOf(
  idToken: string | undefined,
  { issuer, profile }: { issuer: string; profile: { sub?: unknown } },
): string {
  if (idToken === undefined) return ''
  const [, payload = ''] = idToken.split('.')
  const claims = Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  return claims.iss.replace(/\/$/, '') === issuer && claims.sub === profile.sub ? claims.sub : ''
}

const Claims = z.object({ iss: z.string(), sub: z.string() })

const databaseHooks = (hooks: IdentityHooks) =>
  ({
    user: {
      create: {
        // A second check in addition to validateUserInfo, so that no other function of the library creates an
        // account.
        before: async (user) => hooks.canSignUp(user.email.toLowerCase()),
      },
    },
    session: {
      create: {
        before: async (session) => ({ data: { ...session, ipAddress: addressPrefix(session.ipAddress ?? null) } }),
      },
    },
  }) satisfies BetterAuthOptions['databaseHooks']

function cookieSettings(publicUrl: string) {
  const isHttps = publicUrl.startsWith('https:')
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const
  return {
    cookiePrefix: hostCookieName('assay', publicUrl),
    // This code sets the prefix __Host-; the library would use __Secure-.
    useSecureCookies: false,
    defaultCookieAttributes: cookie,
    cookies: { session_token: { name: sessionCookieName(publicUrl), attributes: cookie } },
    database: { generateId: () => randomUUID() },
    ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER], ipv6Subnet: 128 },
    // A response that waited for the mail server would reveal that the account exists.
    backgroundTasks: { handler: (task) => void task.catch(logUnsentMail) },
  } satisfies BetterAuthOptions['advanced']
}

/**
 * Compares a password with its hash, and replaces a matching hash of an earlier version by one with the current cost.
 */
const passwordVerifier =
  (accounts: AccountStore) =>
  async ({ hash, password }: { hash: string; password: string }): Promise<boolean> => {
    if (!(await isPassword(password, hash))) return false
    if (isWeakHash(hash)) await accounts.replacePasswordHash(hash, await hashPassword(password))
    return true
  }

export type Identity = ReturnType<typeof createIdentity>

/** Origins of our own pages; this machine has several names. */
function trustedOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl)
  if (!LOOPBACK.includes(hostname)) return [origin]
  return LOOPBACK.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`)
}
