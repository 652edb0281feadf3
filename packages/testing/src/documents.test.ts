import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// Checks the documents that introduce the sources, which would otherwise become stale with the first renamed file.

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const DECISIONS = join(ROOT, 'docs/decisions')
const PATH = /(?<!\/)\b(?:packages|apps|scripts|prisma|docs|e2e|bench|chaos|demo)\/[\w./[\]-]*[\w/\]]/g
/** A file name without a folder refers to the folder of another path in the document. */
const SIBLING = /`([\w-]+\.tsx?)`/g
const LINK = /\]\(([^)#\s]+)[^)]*\)/g
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Paths that a text mentions, in prose and in links, and that do not exist. */
function missingPaths(file: string, text: string): string[] {
  const named = [...text.replaceAll(LINK, ' ').matchAll(PATH)].map(([path]) => path)
  const linked = [...text.matchAll(LINK)].map(([, target = '']) => join(dirname(file), target))
  const siblings = [...text.matchAll(SIBLING)]
    .map(([, name = '']) => name)
    .filter((name) => !named.some((path) => existsSync(join(ROOT, dirname(path), name))))
  return [...named, ...linked].filter((path) => !existsSync(join(ROOT, path))).concat(siblings)
}

test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/decisions/README.md'])(
  'every path that %s names exists',
  (file) => {
    expect(missingPaths(file, read(file))).toEqual([])
  },
)

test('a missing path is found in prose, in a link and by its file name', () => {
  const text =
    '`packages/domain/src/gone.ts`, `result.ts`, `gone.ts`, [gone](gone.md), [here](README.md), `apps/web/src/app/p/[project]/gone.tsx`'
  expect(missingPaths('docs/decisions/x.md', text)).toEqual([
    'packages/domain/src/gone.ts',
    'apps/web/src/app/p/[project]/gone.tsx',
    'docs/decisions/gone.md',
    'gone.ts',
  ])
})

/** Commands that start TypeScript with the Node of the system, which the README allows to be older than that needs. */
const systemNodeCommands = (text: string) => text.match(/(?<![\w-])node [\w./-]+\.ts\b/g) ?? []

test('commands of documents run with every Node that the README allows', () => {
  const files = globSync(['*.md', 'docs/**/*.md', '{bench,chaos,demo,clients,integrations,deploy}/**/*.md'], {
    cwd: ROOT,
    exclude: (file) => file.includes('node_modules'),
  })
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap((file) => systemNodeCommands(read(file)).map((command) => `${file}: ${command}`))).toEqual([])
  expect(systemNodeCommands('`node bench/x.ts`, `node scripts/with-node.mjs bench/y.ts`')).toEqual(['node bench/x.ts'])
})

test('the README links every document', () => {
  const linked = read('README.md')
  const documents = globSync('docs/*.md', { cwd: ROOT })
  expect(documents.length).toBeGreaterThan(30)
  expect(documents.filter((file) => !linked.includes(`](${file})`))).toEqual([])
})

test('the test that CONTRIBUTING.md runs by its name exists', () => {
  const named = [...read('CONTRIBUTING.md').matchAll(/npm run unit -- -t "(.+?)" (\S+?)`/g)]
  expect(named).toHaveLength(1)
  for (const [, title = '', folder = ''] of named) {
    const sources = globSync(`${folder}/src/**/*.test.ts`, { cwd: ROOT }).map(read)
    expect(sources.filter((source) => source.includes(`'${title}`))).toHaveLength(1)
  }
})

test('the index lists every decision once, with its title', () => {
  const titles = readdirSync(DECISIONS)
    .filter((file) => /^\d{3}-.*\.md$/.test(file))
    .map((file) => {
      const [, number, title] = /^# (\d{3}): (.+)$/m.exec(read(`docs/decisions/${file}`)) ?? []
      return `${number} [${title}](${file})`
    })
  const listed = [...read('docs/decisions/README.md').matchAll(/^- (\d{3} \[.+?\]\(\d{3}-[\w-]+\.md\)):/gm)]
  expect(listed.map(([, line]) => line).sort()).toEqual(titles.sort())
})

test('all packages have the version of the newest entry of the changelog', () => {
  const [, newest] = /^## (\d+\.\d+\.\d+) \(/m.exec(read('CHANGELOG.md')) ?? []
  const versions = globSync(['package.json', 'e2e/package.json', '{packages,apps}/*/package.json'], { cwd: ROOT }).map(
    (file) => `${file} ${JSON.parse(read(file)).version}`,
  )
  expect(versions.length).toBeGreaterThan(6)
  expect(versions.filter((line) => !line.endsWith(` ${newest}`))).toEqual([])
  expect(read('docs/cli.md')).toContain(`assay-cli-${newest}.tgz`)
})
