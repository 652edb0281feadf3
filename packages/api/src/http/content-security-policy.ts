import { ANY_SITE } from '@assay/domain/publish/share/frame-host'

/**
 * The policy of a group of addresses: the sources of scripts and other content, and whether other sites may frame it.
 */
type PathPolicy = {
  name: 'page' | 'sign-in' | 'embed' | 'data'
  path: RegExp
  content: Readonly<Record<string, string>>
  /** True when other sites may frame it. */
  framed: boolean
}

/**
 * The policy of pages. Scripts run only with the nonce of this response, or when such a script loads them; nothing is
 * loaded from other hosts. `style-src-attr` is needed because charts position labels and bars by style attributes,
 * which cannot execute code.
 */
const PAGE = {
  'default-src': "'none'",
  'script-src': "'nonce-NONCE' 'strict-dynamic'",
  'style-src': "'self' 'nonce-NONCE'",
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'frame-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
} as const

/** Pages for frames: shared links and published pages. */
export const EMBEDDED = /^\/(?:embed\/|published\/[^/]+\/[^/]+\/embed$)/

/** The first match counts; a response with its own policy keeps that. */
const POLICIES: readonly PathPolicy[] = [
  {
    // These pages are made to be framed by the sites that their author allows: docs/decisions/075.
    name: 'embed',
    path: EMBEDDED,
    content: { ...PAGE, 'form-action': "'none'", 'frame-ancestors': 'FRAMERS' },
    framed: true,
  },
  {
    // Buttons submit to GitHub or a company's identity provider, and browsers apply form-action to the redirect as
    // well.
    name: 'sign-in',
    path: /^\/(?:sign-in|sign-up|account)(?:\/|$)/,
    content: { ...PAGE, 'form-action': "'self' https: http://localhost:* http://127.0.0.1:*" },
    framed: false,
  },
  {
    name: 'data',
    path: /^\/(?:api|_next)\//,
    content: { 'default-src': "'none'", 'base-uri': "'none'", 'form-action': "'none'", 'frame-ancestors': "'none'" },
    framed: false,
  },
  { name: 'page', path: /^/, content: PAGE, framed: false },
]

/**
 * Returns the Content-Security-Policy of an address and whether other sites may frame it.
 *
 * @param path of the URL, without its query.
 * @param nonce base64, new for each response.
 * @param framers sources of `frame-ancestors` for pages that may be framed.
 */
export function contentPolicy(
  path: string,
  nonce: string,
  framers: string = ANY_SITE,
): { header: string; framed: boolean } {
  // The last pattern matches every path.
  const { content, framed } = POLICIES.find((policy) => policy.path.test(path)) as PathPolicy
  const header = Object.entries(content)
    .map(([directive, sources]) => `${directive} ${sources.replace('NONCE', nonce).replace('FRAMERS', framers)}`)
    .join('; ')
  return { header, framed }
}
