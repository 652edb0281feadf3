import path from 'node:path'
import type { NextConfig } from 'next'

const root = path.join(import.meta.dirname, '../..')

export default {
  output: 'standalone',
  outputFileTracingRoot: root,
  turbopack: { root },
  transpilePackages: ['@assay/api', '@assay/db', '@assay/domain'],
  poweredByHeader: false,
} satisfies NextConfig
