import { readFigures } from '@assay/testing/archive/archive-figures'

/** A cell of a published table: a printed ratio of a test in a first or second run. */
export type PublishedCell = { repeat: 1 | 2; row: string; column: string; ratio: string }

/** @param name `sb-pg-12-to-18-relqps`; its configs `x10b (io_method=sync)` are called x10b_c32r128 in the demo */
export const readPublishedTable = (name: string): PublishedCell[] =>
  readFigures(name).map(({ run, test = '', version, config = '', value = '' }) => ({
    repeat: run === 'first' ? 1 : 2,
    row: test,
    column: `${version} ${config.slice(0, 4)}_c32r128`,
    ratio: value,
  }))
