import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { PlainError } from '../lib/plain-error.ts'

/** An empty variable counts as absent: `PORT= npm start` is a common way to say "the default". */
const optional = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema)

const Variables = z.object({
  PORT: optional(z.coerce.number().int().min(1).max(65_535).default(3000)),
  HOST: optional(z.string().default('127.0.0.1')),
  DATABASE_URL: optional(z.string().optional()),
  ASSAY_DATA_DIR: optional(z.string().default('.data')),
  ASSAY_PUBLIC_URL: optional(z.url({ protocol: /^https?$/ }).optional()),
  ASSAY_DEMO: optional(z.enum(['0', '1']).default('1')),
})

/** What `npm start` was asked for; .env.example lists it. */
export type Settings = {
  port: number
  /** 127.0.0.1 unless asked for: only this machine reaches it. */
  host: string
  /** Undefined for the embedded Postgres. */
  databaseUrl: string | undefined
  /** Absolute. */
  dataDir: string
  /** Address under which people reach the server, when it is not localhost. */
  publicUrl: string | undefined
  /** Loads the demo project when it is not there. */
  demo: boolean
}

/**
 * Reads the environment; a file .env in the checkout fills what the environment leaves open.
 *
 * @throws PlainError that names every variable that is wrong.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const parsed = Variables.safeParse(environment)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} is wrong (${issue.message})`)
    throw new PlainError(`${wrong.join('; ')}. .env.example lists every variable.`)
  }
  const { PORT, HOST, DATABASE_URL, ASSAY_DATA_DIR, ASSAY_PUBLIC_URL, ASSAY_DEMO } = parsed.data
  return {
    port: PORT,
    host: HOST,
    databaseUrl: DATABASE_URL,
    dataDir: resolve(ROOT, ASSAY_DATA_DIR),
    publicUrl: ASSAY_PUBLIC_URL,
    demo: ASSAY_DEMO === '1',
  }
}

/** Puts the variables of .env into the environment, where they are not set already. */
export function loadDotEnv(): void {
  const path = join(ROOT, '.env')
  if (existsSync(path)) process.loadEnvFile(path)
}
