import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type AccountSettings, readAccountSettings } from '@assay/api/accounts/account-settings'
import type { S3Settings } from '@assay/api/attachments/s3-bucket'
import { readTrustedProxies } from '@assay/api/http/client-address'
import { readLimits } from '@assay/api/http/limit-rules'
import { readTargetHosts } from '@assay/api/notifications/ssrf-guard'
import { readQuotas } from '@assay/api/quotas/quota-settings'
import { z } from 'zod'
import { ROOT } from '../lib/bootstrap/node.mjs'
import { PlainError } from '../lib/plain-error.ts'
import type { MetricsAccess } from '../serve/answer-metrics.ts'
import { findPlainConnections } from './plain-connections.ts'

/** An empty variable counts as absent, because `PORT= npm start` is a common way to request the default. */
const optional = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema)

/** A text that is valid when `read` accepts it; the error of `read` is the message. */
const readable = (read: (text: string) => unknown) =>
  z
    .string()
    .default('')
    .check((context) => {
      try {
        read(context.value)
      } catch (error) {
        context.issues.push({ code: 'custom', message: String(error), input: context.value })
      }
    })

const Variables = z.object({
  PORT: optional(z.coerce.number().int().min(1).max(65_535).default(3000)),
  HOST: optional(z.string().default('127.0.0.1')),
  DATABASE_URL: optional(z.string().optional()),
  DATABASE_DIRECT_URL: optional(z.string().optional()),
  DATABASE_REPLICA_URL: optional(z.string().optional()),
  ASSAY_DATA_DIR: optional(z.string().default('.data')),
  ASSAY_S3_BUCKET: optional(z.string().optional()),
  ASSAY_S3_PREFIX: optional(
    z
      .string()
      .regex(/^(?:[^/]+\/)*$/, 'ends with a slash and does not begin with one')
      .default(''),
  ),
  AWS_REGION: optional(z.string().optional()),
  ASSAY_S3_ENDPOINT: optional(z.url({ protocol: /^https?$/ }).optional()),
  ASSAY_PUBLIC_URL: optional(z.url({ protocol: /^https?$/ }).optional()),
  ASSAY_DEMO: optional(z.enum(['0', '1']).default('1')),
  ASSAY_SET_UP: optional(z.enum(['0', '1']).default('1')),
  ASSAY_LIMITS: readable(readLimits),
  ASSAY_QUOTAS: readable(readQuotas),
  ASSAY_TRUSTED_PROXIES: readable(readTrustedProxies),
  ASSAY_LOOPBACK_TARGETS: optional(z.enum(['0', '1']).default('0')),
  ASSAY_TARGET_HOSTS: readable(readTargetHosts),
  ASSAY_REQUIRE_TLS: optional(z.enum(['0', '1']).default('0')),
  ASSAY_METRICS: optional(z.enum(['off', 'loopback']).optional()),
  ASSAY_METRICS_TOKEN: optional(z.string().min(16, 'needs 16 characters or more').optional()),
  ASSAY_ALLOW_MISSING_ATTACHMENTS: optional(z.enum(['0', '1']).default('0')),
})

/** Settings of `npm start`; .env.example lists them. */
export type Settings = {
  port: number
  /** 127.0.0.1 by default, so that only this machine can reach it. */
  host: string
  /** Undefined for the embedded Postgres. */
  databaseUrl: string | undefined
  /** Address of the server itself, if `databaseUrl` is that of a pooler in transaction mode. */
  directUrl: string | undefined
  /** Address of a streaming standby for reads of pages. */
  replicaUrl: string | undefined
  /** Absolute path. */
  dataDir: string
  /** The bucket of raw files; undefined for a folder of the data directory. */
  s3: S3Settings | undefined
  /** Address under which people reach the server, when it is not localhost. */
  publicUrl: string | undefined
  /** Loads the demo project when it is missing. */
  demo: boolean
  /** Creates the project `demo` and the local upload token when they are missing. */
  setUp: boolean
  /** Changes to the rate limits; docs/security.md lists them. */
  limits: string
  /** Quotas of new organizations; docs/organizations.md lists them. */
  quotas: string
  /** Addresses and networks of proxies whose forwarding headers are trusted. */
  trustedProxies: string
  /** Permits webhooks to addresses of this machine; for development and tests. */
  loopbackTargets: boolean
  /** Hosts that webhooks and requests to identity providers may reach; undefined for every public one. */
  targetHosts: readonly string[] | undefined
  /** Reports the server as ready although raw files are missing. */
  allowMissingAttachments: boolean
  /** The callers that /metrics answers. */
  metrics: MetricsAccess
  /** How people sign in and sign up. */
  accounts: AccountSettings
}

/**
 * Reads the environment; a file .env in the checkout fills variables that are not set.
 *
 * @throws PlainError that names every invalid variable.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const parsed = Variables.safeParse(environment)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} is wrong (${issue.message})`)
    throw new PlainError(`${wrong.join('; ')}. .env.example lists every variable.`)
  }
  const others = [parsed.data.DATABASE_DIRECT_URL, parsed.data.DATABASE_REPLICA_URL]
  if (parsed.data.DATABASE_URL === undefined && others.some((url) => url !== undefined)) {
    throw new PlainError('DATABASE_DIRECT_URL and DATABASE_REPLICA_URL need DATABASE_URL, the address of the database.')
  }
  const {
    PORT,
    HOST,
    DATABASE_URL,
    DATABASE_DIRECT_URL,
    DATABASE_REPLICA_URL,
    ASSAY_DATA_DIR,
    ASSAY_S3_BUCKET: bucket,
    ASSAY_S3_PREFIX: prefix,
    ASSAY_S3_ENDPOINT: endpoint,
    AWS_REGION: region,
    ASSAY_PUBLIC_URL,
    ASSAY_DEMO,
    ASSAY_SET_UP,
    ASSAY_LIMITS,
    ASSAY_QUOTAS,
    ASSAY_TRUSTED_PROXIES,
    ASSAY_LOOPBACK_TARGETS,
    ASSAY_TARGET_HOSTS,
    ASSAY_REQUIRE_TLS,
    ASSAY_ALLOW_MISSING_ATTACHMENTS,
    ASSAY_METRICS,
    ASSAY_METRICS_TOKEN,
  } = parsed.data
  const plain = ASSAY_REQUIRE_TLS === '1' ? findPlainConnections(environment) : []
  if (plain.length > 0) throw new PlainError(`ASSAY_REQUIRE_TLS is set, but ${plain.join('; ')}.`)
  return {
    port: PORT,
    host: HOST,
    databaseUrl: DATABASE_URL,
    directUrl: DATABASE_DIRECT_URL,
    replicaUrl: DATABASE_REPLICA_URL,
    dataDir: resolve(ROOT, ASSAY_DATA_DIR),
    s3: bucket === undefined ? undefined : { bucket, prefix, endpoint, region },
    publicUrl: ASSAY_PUBLIC_URL,
    demo: ASSAY_DEMO === '1',
    setUp: ASSAY_SET_UP === '1',
    limits: ASSAY_LIMITS,
    quotas: ASSAY_QUOTAS,
    trustedProxies: ASSAY_TRUSTED_PROXIES,
    loopbackTargets: ASSAY_LOOPBACK_TARGETS === '1',
    targetHosts: readTargetHosts(ASSAY_TARGET_HOSTS),
    allowMissingAttachments: ASSAY_ALLOW_MISSING_ATTACHMENTS === '1',
    metrics: metricsAccess(ASSAY_METRICS_TOKEN, ASSAY_METRICS ?? (ASSAY_PUBLIC_URL === undefined ? 'loopback' : 'off')),
    accounts: readAccounts(environment),
  }
}

/** Behind a proxy on the same machine every request seems local, so a public server needs a token. */
const metricsAccess = (token: string | undefined, kind: 'off' | 'loopback'): MetricsAccess =>
  token === undefined ? { kind } : { kind: 'token', token }

function readAccounts(environment: Record<string, string | undefined>): AccountSettings {
  try {
    return readAccountSettings(environment)
  } catch (error) {
    const wrong = error instanceof Error ? error.message : String(error)
    throw new PlainError(`${wrong}. .env.example lists every variable.`, { cause: error })
  }
}

/** Sets the variables of .env that are not set already. */
export function loadDotEnv(): void {
  const path = join(ROOT, '.env')
  if (existsSync(path)) process.loadEnvFile(path)
}
