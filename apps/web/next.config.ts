import path from 'node:path'
// biome-ignore lint/plugin: a list of headers, nothing that runs
import { SECURITY_HEADERS } from '@assay/api/http/security-headers'
import type { NextConfig } from 'next'

const root = path.join(import.meta.dirname, '../..')

// What a script may do is a stricter policy of its own; this one says who may frame us and where forms may go.
const CONTENT_SECURITY_POLICY = [
  "frame-ancestors 'none'",
  "base-uri 'self'",
  "object-src 'none'",
  "form-action 'self'",
].join('; ')

/** Raw files and exports bring a policy of their own (a sandbox), which one from here would replace. */
const PAGES = '/((?!api/|p/[^/]+/compare/export).*)'

export default {
  output: 'standalone',
  outputFileTracingRoot: root,
  turbopack: { root },
  transpilePackages: ['@assay/api', '@assay/db', '@assay/domain'],
  poweredByHeader: false,
  // Titles come with the head for every reader, not streamed after the body, where they wait for a script.
  htmlLimitedBots: /.*/,
  // While a page replaces another, Chromium sees no icon for a moment and asks for the one of old.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
  headers: async () => [
    { source: '/:path*', headers: [...SECURITY_HEADERS] },
    { source: PAGES, headers: [{ key: 'Content-Security-Policy', value: CONTENT_SECURITY_POLICY }] },
  ],
} satisfies NextConfig
