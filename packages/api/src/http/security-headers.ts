import { contentPolicy } from './content-security-policy.ts'

/** Headers of every response: pages, files and API. */
const ALWAYS: readonly (readonly [name: string, value: string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  [
    'Permissions-Policy',
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  ],
]

const YEAR_SECONDS = 365 * 24 * 3600

/**
 * The security headers of a response. A response that sets one of them itself keeps its value.
 *
 * @param framers sites that may frame an embed; every site when it is absent.
 * @param isHttps true when people reach this server by https; only then the header that requires https is sent.
 */
export function securityHeaders({
  path,
  nonce,
  isHttps,
  framers,
}: {
  path: string
  nonce: string
  isHttps: boolean
  framers?: string | undefined
}): (readonly [name: string, value: string])[] {
  const { header, framed } = contentPolicy(path, nonce, framers)
  return [
    ...ALWAYS,
    ['Content-Security-Policy', header],
    // Embedded pages may be loaded by other sites; everything else is for our own pages.
    ['Cross-Origin-Resource-Policy', framed ? 'cross-origin' : 'same-origin'],
    ...(framed ? [] : ([['X-Frame-Options', 'DENY']] as const)),
    ...(isHttps ? ([['Strict-Transport-Security', `max-age=${YEAR_SECONDS}; includeSubDomains`]] as const) : []),
  ]
}
