// Rules of security (docs/asvs.md) and of reliability that hold for the whole source, each tried against a
// counter-example.

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const FILES = globSync(
  ['packages/{api,db,domain}/src/**/*.ts', 'apps/web/src/**/*.{ts,tsx}', 'scripts/{proxy,serve,worker}/**/*.ts'],
  { cwd: ROOT, exclude: ['**/*.test.*', '**/testing/**', '**/testing.ts', '**/generated/**'] },
)
const SOURCES = FILES.map((file) => ({ file, text: readFileSync(`${ROOT}/${file}`, 'utf8') }))

type Rule = { rule: string; forbidden: RegExp; violation: string; except?: string[] }
const RULES: Rule[] = [
  {
    rule: 'the server starts no program, so no text of a request becomes a command',
    forbidden: /['"](?:node:)?child_process['"]/,
    violation: "import { exec } from 'node:child_process'",
  },
  {
    rule: 'no text is evaluated as code',
    forbidden: /\beval\(|\bnew Function\(|['"](?:node:)?vm['"]/,
    violation: 'eval(text)',
    // It evaluates the constant `gc`, the only way to that function without a flag of the program.
    except: ['scripts/serve/release-memory.ts'],
  },
  {
    rule: 'no text of a request is a format string',
    forbidden: /\bformat(?:WithOptions)?\b[^;\n]*from ['"](?:node:)?util['"]|\butil\.format/,
    violation: "import { format } from 'node:util'",
  },
  {
    rule: 'no response permits reads by pages of other origins',
    forbidden: /access-control-allow/i,
    violation: "headers.set('Access-Control-Allow-Origin', origin)",
    // The description of the API, which is the same for everybody.
    except: ['apps/web/src/app/api/openapi.json/route.ts'],
  },
  {
    rule: 'hashes are SHA-256',
    forbidden: /\b(?:createHash|createHmac)\(\s*['"](?!sha256['"])|['"]SHA-(?!256['"])\d+['"]/,
    violation: "createHash('sha1')",
    // Authenticator apps compute codes by HMAC-SHA-1 (RFC 6238).
    except: ['packages/api/src/accounts/totp.ts'],
  },
  {
    rule: 'no field refuses pasted text or password managers',
    forbidden: /type="password"(?:[^>]|=>)*(?:onPaste|autoComplete="false")/,
    violation: '<input type="password" onPaste={refuse} />',
  },
  {
    rule: 'every cookie has Secure and the prefix __Host- under https, because one function writes them',
    forbidden: /samesite=|document\.cookie = (?!writeHostCookie)/i,
    violation: 'headers.append("set-cookie", `assay-x=1; Path=/; SameSite=Lax`)',
    except: ['packages/domain/src/account/host-cookie.ts'],
  },
  {
    rule: 'no certificate is accepted without a check',
    forbidden: /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/,
    violation: 'connect({ rejectUnauthorized: false })',
  },
  {
    rule: 'no action of a person is dropped while another one is being sent',
    forbidden: /\bif \((?:\w+\.)*(?:is)?busy(?:\.current)?(?: \|\| [^)]*)?\) return\b/i,
    violation: 'if (isBusy.current) return Promise.resolve(false)',
    // It saves again what changed meanwhile.
    except: ['apps/web/src/features/reports/editor/use-autosaved-draft.ts'],
  },
]

describe.each(RULES)('$rule', ({ forbidden, violation, except = [] }) => {
  test('in every file of the server', () => {
    expect(FILES.length).toBeGreaterThan(500)
    expect(SOURCES.filter(({ text }) => forbidden.test(text)).map(({ file }) => file)).toEqual(except)
  })

  test('the counter-example is found', () => expect(violation).toMatch(forbidden))
})

test('every password field names its purpose to password managers', () => {
  const fields = SOURCES.flatMap(({ file, text }) =>
    [...text.matchAll(/<(?:Input|input)\b(?:[^>]|=>)*?type="password"(?:[^>]|=>)*?>/g)].map(([tag]) => ({ file, tag })),
  )
  expect(fields.length).toBeGreaterThan(3)
  for (const { file, tag } of fields) expect(tag, file).toMatch(/autoComplete=(?:"(?:new|current)-password"|"off"|\{)/)
})
