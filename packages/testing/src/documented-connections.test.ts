// The table of docs/operations.md against the modules of a server that open connections (OWASP ASVS 13.1.1).

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = new URL('../../../', import.meta.url).pathname
/** The code of a running server. */
const FOLDERS = [
  'packages/api/src',
  'packages/db/src',
  'packages/domain/src',
  'apps/web/src/app',
  'apps/web/src/server',
]
const PROGRAMS = ['scripts/serve', 'scripts/proxy', 'scripts/worker']

/** Imports and calls by which a module opens a connection, or a port. */
const OPENS = [
  /^import \{[^}]*\b(?:request|connect|createConnection|createServer|lookup|Resolver|Socket)\b[^}]*\} from 'node:(?:net|tls|https?|dns|dns\/promises|dgram)'/m,
  /^import \{ (?!type)[^}]*\b(?:Client|Pool)\b[^}]*\} from 'pg'/m,
  /^import [^'\n]* from '(?:graphile-worker|better-auth\/minimal|undici)'/m,
  /import\((?:\/\*.*?\*\/ )?'(?:nodemailer|@aws-sdk\/client-s3|@opentelemetry\/exporter[^']*)'\)/,
  /^import [^'\n]* from '@opentelemetry\/(?:exporter|sdk-node)[^']*'/m,
  /(?<![.\w])fetch\(/,
]

/** The row of each module that opens one. */
const ROWS: Record<string, string> = {
  'scripts/proxy/forward-request.ts': 'browsers, commands, runners, monitors',
  'scripts/proxy/open-proxy.ts': 'browsers, commands, runners, monitors',
  'scripts/serve/serve.ts': 'browsers, commands, runners, monitors',
  'scripts/serve/warm-up-pages.ts': 'browsers, commands, runners, monitors',
  'packages/db/src/connection.ts': 'Postgres',
  'packages/db/src/events/listen-for-events.ts': 'Postgres',
  'packages/db/src/jobs/jobs.ts': 'Postgres',
  'packages/db/src/scope/batching-socket.ts': 'Postgres',
  'packages/db/src/scope/logins.ts': 'Postgres',
  'packages/db/src/scope/prisma-pool.ts': 'Postgres',
  'packages/db/src/scope/rewriting-client.ts': 'Postgres',
  'packages/api/src/mail/mailer.ts': 'mail server',
  'packages/api/src/attachments/s3-bucket.ts': 'object store',
  'packages/api/src/accounts/create-identity.ts': 'providers of the server',
  'packages/api/src/identity-providers/guarded-fetch.ts': 'providers of organizations',
  'packages/api/src/identity-providers/oidc-client.ts': 'providers of organizations',
  'packages/api/src/notifications/post-webhook.ts': 'receivers of webhooks, and engines',
  'packages/api/src/identity-providers/mail-domain.ts': 'name servers',
  'packages/api/src/notifications/ssrf-guard.ts': 'name servers',
  'packages/api/src/observability/tracing-sdk.ts': 'collector of traces',
}

const sources = [...FOLDERS, ...PROGRAMS].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|testing/.test(name))
    .map((name) => join(folder, name)),
)

const documented = (): string[] => {
  const text = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  const section = text.split(/^## /m).find((one) => one.startsWith('Allow connections\n')) ?? ''
  return [...section.matchAll(/^\| (.+?) \|/gm)].map(([, name = '']) => name).slice(2)
}

test('every module that opens a connection belongs to a documented one, and no other is documented', () => {
  const opening = sources.filter((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    return OPENS.some((opens) => opens.test(text))
  })
  expect(opening.sort()).toEqual(Object.keys(ROWS).sort())
  expect(documented().sort()).toEqual([...new Set(Object.values(ROWS))].sort())
})
