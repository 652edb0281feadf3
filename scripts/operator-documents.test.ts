// Compares the documents for users and operators with the product: every command, option, variable, metric and health code
// that they name must exist.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runCli } from '../apps/cli/src/testing/run-cli.ts'
import { ADMIN_USAGE } from './admin/usage.ts'
import { ROOT } from './lib/bootstrap/node.mjs'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const DOCUMENTS = [
  ...globSync('docs/*.md', { cwd: ROOT }),
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'bench/README.md',
]
const SOURCES = globSync(
  [
    '{scripts,bench,chaos,e2e,demo,integrations}/**/*.{ts,mjs}',
    '{packages,apps}/*/src/**/*.{ts,tsx}',
    'playwright.config.ts',
  ],
  { cwd: ROOT, exclude: ['**/generated/**', '**/node_modules/**'] },
)

/** Code of a document: lines of fenced blocks, continued lines as one, and code in sentences. */
function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```[a-z]*\n([\s\S]*?)^ *```/gm)].map(([, block = '']) => block)
  const inline = [...text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
  return [
    ...blocks
      .join('\n')
      .replaceAll(/\\\n\s*/g, ' ')
      .split('\n'),
    ...inline.map((code) => code.replaceAll('\n', ' ')),
  ]
}

type Mention = { file: string; code: string }
const mentions: Mention[] = DOCUMENTS.flatMap((file) => codeOf(read(file)).map((code) => ({ file, code })))

/** `assay COMMAND …` at the beginning of some code, or after what runs it. */
const ASSAY = /(?:^|&& |\| |npx |node bin\/)\s*assay(?:\.mjs)? ((?:[a-z][a-z-]*)(?: [a-z]+)?)([^|;&#]*)/g
/** Arguments after `--` are those of another program. */
const optionsIn = (rest: string) =>
  [...(rest.split(' -- ')[0] ?? '').matchAll(/(?<=\s)--[a-z][a-z-]*/g)].map(([name]) => name)

const helps = new Map<string, string>()
async function helpOf(words: readonly string[]): Promise<string> {
  const name = words.join(' ')
  const known = helps.get(name)
  if (known !== undefined) return known
  const { out } = await runCli([...words, '--help'], {})
  helps.set(name, out)
  return out
}

/** Commands and options of these lines that do not exist. */
async function unknownCommands(lines: readonly Mention[]): Promise<string[]> {
  const unknown: string[] = []
  for (const { file, code } of lines) {
    for (const [, name = '', rest = ''] of code.matchAll(ASSAY)) {
      const [first = '', second] = name.split(' ')
      const isAdmin = new RegExp(`^ {2}${first}\\b`, 'm').test(ADMIN_USAGE)
      const ofParent = isAdmin ? ADMIN_USAGE : await helpOf([first])
      const isSubcommand = second !== undefined && new RegExp(`^ {2}${second}\\b`, 'm').test(ofParent)
      const help = isSubcommand && !isAdmin ? await helpOf([first, second]) : ofParent
      if (!isAdmin && !help.startsWith(`Usage: assay ${first}`)) unknown.push(`${file}: assay ${first}`)
      for (const option of optionsIn(rest)) {
        if (!help.includes(option)) unknown.push(`${file}: assay ${name} ${option}`)
      }
    }
  }
  return unknown
}

test('every command of assay in the documents exists, with its options', async () => {
  const found = mentions.filter(({ code }) => code.match(ASSAY) !== null)
  expect(found.length).toBeGreaterThan(50)
  expect(await unknownCommands(found)).toEqual([])
})

test('a command, a subcommand and an option that do not exist are found', async () => {
  const lines = [
    'npx assay vanish',
    'assay push DIR --vanish',
    'x && assay spec export FS-1 --vanish',
    'assay exec -- y --z',
  ]
  expect(await unknownCommands(lines.map((code) => ({ file: 'x', code })))).toEqual([
    'x: assay vanish',
    'x: assay push --vanish',
    'x: assay spec export --vanish',
  ])
})

test('every script of npm, benchmark and file of the repository that is run exists', () => {
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')))
  const benchmarks = read('bench/run-benchmarks.ts')
  for (const { file, code } of mentions) {
    for (const [, name = ''] of code.matchAll(/\bnpm run ([a-z0-9:]+)/g))
      expect(scripts, `${file}: ${code}`).toHaveProperty(name)
    for (const [, name = ''] of code.matchAll(/\bnpm run bench -- ([a-z-]+)/g)) {
      expect(benchmarks, `${file}: ${code}`).toContain(`'${name}'`)
    }
    for (const [, path = ''] of code.matchAll(/\bnode ((?:scripts|bench|chaos|bin)\/\S+\.m?[jt]s)/g)) {
      expect(() => read(path), `${file}: ${code}`).not.toThrow()
    }
  }
})

/** Read by libraries: the client of S3, and OpenTelemetry, whose variables its own documentation lists. */
const OF_LIBRARIES = new Set(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION'])

test('every variable in the documents is read somewhere, and operators find it in .env.example', () => {
  const example = read('.env.example')
  const sources = SOURCES.map(read).join('\n')
  const harnesses = SOURCES.filter((file) =>
    /\.test\.ts$|^(bench|chaos|e2e|demo|integrations)\/|testing|\/(exec|runner)\//.test(file),
  )
    .map(read)
    .join('\n')
  for (const file of DOCUMENTS) {
    const names = new Set(read(file).match(/\b(?:ASSAY|DATABASE|AWS)_[A-Z0-9]+(?:_[A-Z0-9]+)*\b(?!_)/g))
    for (const name of names) {
      if (OF_LIBRARIES.has(name)) continue
      expect(sources.includes(name), `${file}: ${name} is read nowhere`).toBe(true)
      const isListed = example.includes(`\n${name}=`) || harnesses.includes(name)
      expect(isListed, `${file}: ${name} is missing in .env.example`).toBe(true)
    }
  }
})

test('the metrics in docs/operations.md, in the dashboard and in the product are the same', () => {
  const served = new Set(read('scripts/serve/metrics.ts').match(/\bassay_[a-z_]+/g))
  const table =
    read('docs/operations.md')
      .match(/^\| `assay_.*\|/gm)
      ?.join('\n') ?? ''
  expect(new Set(table.match(/\bassay_[a-z_]+/g))).toEqual(served)
  const drawn = read('deploy/grafana/assay.json')
    .match(/\bassay_[a-z_]+/g)
    ?.map((name) => name.replace(/_bucket$/, ''))
  expect(new Set(drawn)).toEqual(served)
})

test('the health codes in docs/operations.md are those of the product', () => {
  const sources = ['packages/db/src/readiness.ts', 'packages/api/src/health/check-health.ts'].map(read).join('\n')
  const codes = [...sources.matchAll(/\bcode: '([a-z-]+)'/g)].map(([, code]) => code)
  const [, table = ''] = /^\| code \| meaning .*\n((?:\|.*\n)+)/m.exec(read('docs/operations.md')) ?? []
  const listed = [...table.matchAll(/^\| `([a-z-]+)`/gm)].map(([, code]) => code)
  expect(listed.length).toBeGreaterThan(3)
  expect(listed.sort()).toEqual([...new Set(codes)].sort())
})
