import type { RunSummary } from '../../trpc/api-types.ts'

type Named = Pick<RunSummary, 'product' | 'version' | 'config' | 'hardware'>

/** Formats a run as `Postgres 17.6 · x10a_c32r128 · dell32`. */
export const runLabel = ({ product, version, config, hardware }: Named): string =>
  `${product} ${version} · ${config} · ${hardware}`
