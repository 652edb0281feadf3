import path from 'node:path'
import type { NextConfig } from 'next'

const root = path.join(import.meta.dirname, '../..')
const isDevelopment = process.env.NODE_ENV === 'development'

export default {
  output: 'standalone',
  outputFileTracingRoot: root,
  turbopack: { root },
  transpilePackages: ['@assay/api', '@assay/charts', '@assay/db', '@assay/domain'],
  // pdfmake reads its fonts from its package folder.
  serverExternalPackages: ['pdfmake', 'dejavu-fonts-ttf'],
  // npm test checks types; a start of the product need not check them again.
  typescript: { ignoreBuildErrors: true },
  // Our listener adds the security headers to every response: scripts/serve/secure-answer.ts.
  poweredByHeader: false,
  // Puts the title into the head for every client. Otherwise it is streamed after the body, where it needs a script.
  htmlLimitedBots: /.*/,
  // useOffline: a page whose server is unreachable waits for it and keeps typed text; otherwise the browser would show
  // its own error page. authInterrupts: a page can respond with status 401.
  // turbopackFileSystemCacheForBuild: the cache for the next build has 400 MB, writing it took a sixth of the time of
  // seven traced builds, and a second build with it needed as much CPU time as the first.
  // preloadEntriesOnStart: our server loads them when it has reported its health (scripts/serve/next-handler.ts).
  // turbopackSourceMaps: no program reads those of a build (docs/decisions/329-the-build-writes-no-source-maps.md).
  experimental: {
    useOffline: true,
    authInterrupts: true,
    preloadEntriesOnStart: false,
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: isDevelopment,
    turbopackInputSourceMaps: isDevelopment,
  },
  // Addresses of earlier versions, which are in mails and bookmarks.
  redirects: async () =>
    [
      ['/account/telling/:path*', '/account/notifications/:path*'],
      ...['/p/:project', '/o/:organization/p/:project'].flatMap((project) => [
        [`${project}/settings/telling/:path*`, `${project}/settings/notifications/:path*`],
        [`${project}/specs/:spec/readers`, `${project}/specs/:spec/reviewers`],
      ]),
      ['/reading/:path*', '/review/:path*'],
    ].map(([source = '', destination = '']) => ({ source, destination, permanent: true })),
  rewrites: async () => [
    // While one page replaces another, Chromium sees no icon for a moment and requests /favicon.ico.
    { source: '/favicon.ico', destination: '/icon.svg' },
    // The folder of the pages of a project has one parameter, the key of the project.
    { source: '/o/:organization/p/:name/:path*', destination: '/p/:organization~:name/:path*' },
  ],
  // Pages with a secret in their path must not be indexed, cached, or sent to other sites in the Referer header.
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
