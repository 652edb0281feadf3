import path from 'node:path'
import type { NextConfig } from 'next'

const root = path.join(import.meta.dirname, '../..')

export default {
  output: 'standalone',
  outputFileTracingRoot: root,
  turbopack: { root },
  transpilePackages: ['@assay/api', '@assay/db', '@assay/domain'],
  // It reads its fonts beside it.
  serverExternalPackages: ['pdfmake', 'dejavu-fonts-ttf'],
  // Security headers come from our listener, on every answer of every kind: scripts/serve/secure-answer.ts.
  poweredByHeader: false,
  // Titles come with the head for every reader, not streamed after the body, where they wait for a script.
  htmlLimitedBots: /.*/,
  // A page whose server is away waits for it, with what is typed in it; else the browser would leave for a page of its own.
  // authInterrupts: a page can answer with status 401.
  experimental: { useOffline: true, authInterrupts: true },
  // Addresses of earlier versions, which are in mails and bookmarks.
  redirects: async () =>
    [
      ['/account/telling/:path*', '/account/notifications/:path*'],
      ['/p/:project/settings/telling/:path*', '/p/:project/settings/notifications/:path*'],
      ['/p/:project/specs/:spec/readers', '/p/:project/specs/:spec/reviewers'],
      ['/reading/:path*', '/review/:path*'],
    ].map(([source = '', destination = '']) => ({ source, destination, permanent: true })),
  // While a page replaces another, Chromium sees no icon for a moment and asks for /favicon.ico.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
  // Pages with a secret in their path must not be indexed, cached, or named to other sites by the Referer header.
  headers: async () =>
    ['/s/:path*', '/embed/:path*', '/spec/:path*', '/review/:path*'].map((source) => ({
      source,
      headers: [
        { key: 'X-Robots-Tag', value: 'noindex, nofollow' },
        { key: 'Referrer-Policy', value: 'no-referrer' },
        { key: 'Cache-Control', value: 'private, no-store' },
      ],
    })),
} satisfies NextConfig
