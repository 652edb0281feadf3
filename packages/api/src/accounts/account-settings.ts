import { z } from 'zod'
import type { MailSettings } from '../mail/mailer.ts'
import { MAX_REPLY_NAME_CHARACTERS } from '../mail-replies/reply-address.ts'
import type { SessionLimits } from './session-cookie.ts'

type Variables = Record<string, string | undefined>
type Client = { clientId: string; clientSecret: string }

/** Configuration of sign-in and sign-up. */
export type AccountSettings = {
  /** Sign-up is open to all, or needs an invitation. The first owner can always sign up. */
  signUp: 'open' | 'invited'
  /** Signs cookies and links; undefined uses the secret in the data directory. */
  secret: string | undefined
  /** The previous secret. Tokens and channels that were stored with it can still be read. */
  previousSecret: string | undefined
  github: Client | null
  oidc: (Client & { issuer: string; name: string }) | null
  mail: MailSettings | null
  sessions: SessionLimits
}

const MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const MIN_SESSION_MS = 5 * MS.m
const MAX_SESSION_MS = 400 * MS.d

/** A duration such as `30m`, `12h` or `7d`, in milliseconds. */
const Duration = z
  .string()
  .regex(/^\d{1,6}[mhd]$/, 'is a number with m, h or d, such as 12h')
  .transform((text) => Number(text.slice(0, -1)) * (text.endsWith('m') ? MS.m : text.endsWith('h') ? MS.h : MS.d))
  .refine((ms) => ms >= MIN_SESSION_MS && ms <= MAX_SESSION_MS, 'is between 5m and 400d')

const Known = z.object({
  ASSAY_SIGN_UP: z.enum(['open', 'invited']).default('invited'),
  ASSAY_SECRET: z.string().min(32, 'needs 32 characters or more').optional(),
  ASSAY_SESSION_IDLE: Duration.default(7 * MS.d),
  ASSAY_SESSION_MAX: Duration.default(30 * MS.d),
  ASSAY_SECRET_PREVIOUS: z.string().min(32, 'needs 32 characters or more').optional(),
  ASSAY_GITHUB_CLIENT_ID: z.string().optional(),
  ASSAY_GITHUB_CLIENT_SECRET: z.string().optional(),
  ASSAY_OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  ASSAY_OIDC_CLIENT_ID: z.string().optional(),
  ASSAY_OIDC_CLIENT_SECRET: z.string().optional(),
  ASSAY_OIDC_NAME: z.string().default('single sign-on'),
  ASSAY_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  ASSAY_MAIL_FROM: z.string().optional(),
  ASSAY_REPLY_ADDRESS: z
    .email()
    .refine((address) => address.lastIndexOf('@') <= MAX_REPLY_NAME_CHARACTERS, {
      error: `has at most ${MAX_REPLY_NAME_CHARACTERS} characters before the @, because a secret is added to them`,
    })
    .optional(),
  ASSAY_REPLY_AUTHSERV_ID: z
    .string()
    .regex(/^[\w.-]+$/, 'is the name at the beginning of the header Authentication-Results')
    .optional(),
})

/**
 * Reads the variables ASSAY_SIGN_UP, ASSAY_SECRET, ASSAY_SESSION_…, ASSAY_GITHUB_…, ASSAY_OIDC_…, ASSAY_SMTP_URL,
 * ASSAY_MAIL_FROM and ASSAY_REPLY_…, which .env.example explains. An empty variable counts as absent.
 *
 * @throws Error that names every variable that is wrong or lacks its companion.
 */
export function readAccountSettings(variables: Variables): AccountSettings {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Known.safeParse(given)
  if (!parsed.success) {
    throw new Error(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')} is wrong (${message})`).join('; '),
    )
  }
  const known = parsed.data
  const client = (prefix: 'ASSAY_GITHUB' | 'ASSAY_OIDC') => {
    const [clientId, clientSecret] = [known[`${prefix}_CLIENT_ID`], known[`${prefix}_CLIENT_SECRET`]]
    const names = [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`]
    return together(names, [clientId, clientSecret])
      ? { clientId: clientId ?? '', clientSecret: clientSecret ?? '' }
      : null
  }
  const oidc = client('ASSAY_OIDC')
  together(['ASSAY_OIDC_ISSUER', 'ASSAY_OIDC_CLIENT_ID'], [known.ASSAY_OIDC_ISSUER, oidc?.clientId])
  const { ASSAY_SMTP_URL: url, ASSAY_MAIL_FROM: from } = known
  together(['ASSAY_SMTP_URL', 'ASSAY_MAIL_FROM'], [url, from])
  const { ASSAY_REPLY_ADDRESS: address, ASSAY_REPLY_AUTHSERV_ID: authServer } = known
  together(['ASSAY_REPLY_ADDRESS', 'ASSAY_REPLY_AUTHSERV_ID'], [address, authServer])
  if (address !== undefined) together(['ASSAY_SMTP_URL', 'ASSAY_REPLY_ADDRESS'], [url, address])
  const replies = address === undefined || authServer === undefined ? undefined : { address, authServer }
  const { ASSAY_OIDC_ISSUER: issuer, ASSAY_OIDC_NAME: name } = known
  return {
    signUp: known.ASSAY_SIGN_UP,
    secret: known.ASSAY_SECRET,
    previousSecret: known.ASSAY_SECRET_PREVIOUS,
    github: client('ASSAY_GITHUB'),
    oidc: oidc === null || issuer === undefined ? null : { ...oidc, issuer: issuer.replace(/\/$/, ''), name },
    mail: url === undefined || from === undefined ? null : { url, from, replies },
    sessions: { idleMs: known.ASSAY_SESSION_IDLE, ageMs: known.ASSAY_SESSION_MAX },
  }
}

/** True when all values are set, false when none is. */
function together(names: readonly string[], values: readonly (string | undefined)[]): boolean {
  const missing = names.filter((_, index) => values[index] === undefined)
  if (missing.length === 0) return true
  if (missing.length === names.length) return false
  throw new Error(`${missing.join(' and ')} is missing: ${names.join(' and ')} go together.`)
}
