import { ANY_SITE } from '@assay/domain/publish/share/frame-host'

/** The policy of a kind of address says what may run and load there, and who may frame it. */
type PathPolicy = {
  name: 'page' | 'sign-in' | 'embed' | 'data'
  path: RegExp
  content: Readonly<Record<string, string>>
  /** May stand in pages of others. */
  framed: boolean
}

/**
 * The policy of pages. Scripts run only with the nonce of this answer, or when such a script loads them; nothing comes from other
 * hosts. `style-src-attr`: charts place their labels and bars by attribute; a style cannot run anything.
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

/** Pages that stand in frames: of a secret address, and of a published page. */
export const EMBEDDED = /^\/(?:embed\/|published\/[^/]+\/[^/]+\/embed$)/

/** The first that fits counts; an answer that brings a policy of its own keeps it. */
const POLICIES: readonly PathPolicy[] = [
  {
    // Made to stand in other people's pages, of those whom its maker lets: docs/decisions/075.
    name: 'embed',
    path: EMBEDDED,
    content: { ...PAGE, 'form-action': "'none'", 'frame-ancestors': 'FRAMERS' },
    framed: true,
  },
  {
    // A button leads on to who knows the reader, GitHub or a company's own server, and browsers hold redirects to this too.
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
 * The Content-Security-Policy of an address and whether pages of others may frame it.
 *
 * @param path of the URL, without its query.
 * @param nonce base64, new for each answer.
 * @param framers who may frame what is made for frames, as `frame-ancestors` names them.
 */
export function contentPolicy(
  path: string,
  nonce: string,
  framers: string = ANY_SITE,
): { header: string; framed: boolean } {
  // The last one fits every path.
  const { content, framed } = POLICIES.find((policy) => policy.path.test(path)) as PathPolicy
  const header = Object.entries(content)
    .map(([directive, sources]) => `${directive} ${sources.replace('NONCE', nonce).replace('FRAMERS', framers)}`)
    .join('; ')
  return { header, framed }
}
