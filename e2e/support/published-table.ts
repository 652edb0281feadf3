import { readArchive } from '@assay/domain/testing/archive'

/** A cell of a published table: a ratio as it was printed, of a test in a first or second run. */
export type PublishedCell = { repeat: 1 | 2; row: string; column: string; ratio: string }

/** @param name `sb-pg-12-to-18-relqps`; its configs `x10b (io_method=sync)` are called x10b_c32r128 in the archive. */
export function readPublishedTable(name: string): PublishedCell[] {
  const [header = '', ...lines] = readArchive(`published-tables/${name}.csv`).trim().split('\n')
  const names = splitCsv(header)
  return lines.map((line) => {
    const fields = splitCsv(line)
    const field = (column: string) => fields[names.indexOf(column)] ?? ''
    return {
      repeat: field('run') === 'first' ? 1 : 2,
      row: field('test'),
      column: `${field('version')} ${field('config').slice(0, 4)}_c32r128`,
      ratio: field('value'),
    }
  })
}

const splitCsv = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
