import { contentPolicy } from './content-policy.ts'

/** Headers of every answer: pages, files and API alike. */
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
 * The security headers of an answer, for whoever answers to fill in where it says nothing else.
 *
 * @param framers who may frame what is made for frames; every site where nothing is said.
 * @param isHttps whether people reach this server by https; only then browsers are told to insist on it.
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
    // Embedded pages may be loaded by other sites; the rest is for our own pages.
    ['Cross-Origin-Resource-Policy', framed ? 'cross-origin' : 'same-origin'],
    ...(framed ? [] : ([['X-Frame-Options', 'DENY']] as const)),
    ...(isHttps ? ([['Strict-Transport-Security', `max-age=${YEAR_SECONDS}; includeSubDomains`]] as const) : []),
  ]
}
