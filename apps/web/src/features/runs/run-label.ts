import type { RunSummary } from '../../trpc/answers.ts'

type Named = Pick<RunSummary, 'product' | 'version' | 'config' | 'hardware'>

/** A run in a few words: `Postgres 17.6 · x10a_c32r128 · dell32`. */
export const runLabel = ({ product, version, config, hardware }: Named): string =>
  `${product} ${version} · ${config} · ${hardware}`
