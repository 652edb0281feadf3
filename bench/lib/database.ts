import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Product } from './product.ts'

/** Opens a connection to the Postgres of the product, to measure the cost of SQL alone. */
export async function connectToDatabase(product: Pick<Product, 'dataDirectory'>): Promise<Client> {
  const client = new Client({ connectionString: await databaseUrlOf(product) })
  // The product stops after a failed benchmark too; without a listener that would hide the reason of the failure.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Finds the id of an account that was created in a browser. */
export async function personIdOf(product: Pick<Product, 'dataDirectory'>, email: string): Promise<string> {
  const client = await connectToDatabase(product)
  const { rows } = await client.query<{ id: string }>('select id from app_user where email = $1', [email])
  await client.end()
  const id = rows[0]?.id
  if (id === undefined) throw new Error(`nobody has the address ${email}`)
  return id
}

export async function databaseUrlOf({ dataDirectory }: Pick<Product, 'dataDirectory'>): Promise<string> {
  return process.env.DATABASE_URL ?? (await embeddedUrl(dataDirectory))
}

/** The running cluster writes its port into line 4 of postmaster.pid (Postgres manual, "Server Setup"). */
async function embeddedUrl(dataDirectory: string): Promise<string> {
  const lines = (await readFile(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const password = (await readFile(join(dataDirectory, 'postgres-password'), 'utf8')).trim()
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${lines[3]}/assay`
}
