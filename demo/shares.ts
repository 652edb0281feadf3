/** Saved comparisons that are published at `/published/assay/SLUG`, as examples of frozen shares. */
export const DEMO_SHARES: readonly { slug: string; saved: string }[] = [
  { slug: 'postgres-12-to-18-on-32-cores', saved: 'postgres-18-on-32-cores' },
  { slug: 'gcc-and-clang-for-rocksdb-on-arm', saved: 'rocksdb-compilers-on-arm' },
]
