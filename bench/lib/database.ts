import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Product } from './product.ts'

/** A connection of our own to the Postgres under the product, for what SQL alone would cost. */
export async function connectBeside(product: Pick<Product, 'dataDirectory'>): Promise<Client> {
  const client = new Client({ connectionString: await databaseUrlOf(product) })
  await client.connect()
  return client
}

export async function databaseUrlOf({ dataDirectory }: Pick<Product, 'dataDirectory'>): Promise<string> {
  return process.env.DATABASE_URL ?? (await embeddedUrl(dataDirectory))
}

/** The running cluster tells its port in postmaster.pid, line 4 (Postgres manual, "Server Setup"). */
async function embeddedUrl(dataDirectory: string): Promise<string> {
  const lines = (await readFile(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const password = (await readFile(join(dataDirectory, 'postgres-password'), 'utf8')).trim()
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${lines[3]}/assay`
}
