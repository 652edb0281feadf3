import { connectToDatabase } from '../lib/database.ts'
import type { Line } from '../lib/print-table.ts'
import type { Product } from '../lib/product.ts'

/** Bytes on disk per stored value: the table of results with its indexes, and everything together. */
export async function benchSize(product: Product): Promise<Line[]> {
  const client = await connectToDatabase(product)
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ results: string; all: string; values: string }>(`
    select pg_total_relation_size('result') as results, pg_database_size(current_database()) as all,
      (select sum(cardinality(values)) from result) as values`)
  await client.end()
  const [row] = rows
  if (row === undefined) throw new Error('a select without from has one row')
  const values = Number(row.values)
  return [
    {
      what: `bytes a value, results with indexes (${values.toLocaleString('en')} values)`,
      value: Number(row.results) / values,
      unit: 'B',
      base: 8,
      baseName: 'a bare double',
    },
    {
      what: 'bytes a value, the whole database',
      value: Number(row.all) / values,
      unit: 'B',
      base: 8,
      baseName: 'a bare double',
    },
  ]
}
