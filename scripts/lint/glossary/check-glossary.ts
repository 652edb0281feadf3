import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Allowance, compareWithAllowance, lowered } from './allowance.ts'
import { findComments, isDangling } from './dangling-comments.ts'
import { namesOfPaths, namesOfSchema, namesOfSource } from './find-names.ts'
import { readGlossary } from './read-glossary.ts'
import { usesWord } from './uses-word.ts'

// Checks docs/glossary.md, as a part of `npm run lint`. Directly: node scripts/with-node.mjs scripts/lint/glossary/check-glossary.ts
//   --list KEY   prints each use that counts for KEY, such as `part` or `comments packages/db`
//   --lower      writes counts that fell to allowance.json; a count never rises this way

const ROOT = join(import.meta.dirname, '../../..')
const ALLOWANCE = join(import.meta.dirname, 'allowance.json')
const FOLDERS = ['apps', 'packages', 'scripts', 'e2e', 'bench', 'chaos', 'demo', 'prisma', 'bin']
const SKIPPED = new Set(['node_modules', 'generated', 'fixtures', 'migrations', 'documents', 'raw', 'dist', 'build'])
const SOURCE = /\.(ts|tsx|mjs)$/

/** Prints the problems. @returns true when every count is within its allowance */
export function checkGlossary(): boolean {
  const allowance: Allowance = JSON.parse(readFileSync(ALLOWANCE, 'utf8'))
  const counts = Object.fromEntries([...findUses()].map(([key, uses]) => [key, uses.length]))
  const { problems, hints } = compareWithAllowance(counts, allowance)
  for (const line of [...problems, ...hints]) console.error(line)
  return problems.length === 0
}

/** All uses of forbidden words by the first form of the word, and of dangling comments by package: `file:line text`. */
function findUses(): Map<string, string[]> {
  const words = readGlossary(readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8'))
  const files = FOLDERS.flatMap((folder) => sourceFiles(folder))
  const uses = new Map<string, string[]>(words.map((word) => [word.forms[0] ?? '', []]))
  const add = (key: string, use: string) => uses.set(key, [...(uses.get(key) ?? []), use])
  const schema = 'prisma/schema.prisma'
  const names = [...namesOfPaths(files), ...namesOfSchema(schema, readFileSync(join(ROOT, schema), 'utf8'))]
  for (const file of files) {
    const source = readFileSync(join(ROOT, file), 'utf8')
    for (const name of namesOfSource(file, source)) names.push(name)
    const key = `comments ${/^(?:apps|packages)\/[^/]+|^[^/]+/.exec(file)?.[0] ?? ''}`
    for (const comment of findComments(source)) {
      if (isDangling(comment)) add(key, `${file}:${comment.line} ${comment.text}`)
    }
  }
  for (const word of words) {
    for (const name of names) {
      if (usesWord(name, word)) add(word.forms[0] ?? '', `${name.file}:${name.line} ${name.text.trim()}`)
    }
  }
  return uses
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) return []
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return sourceFiles(path)
    return SOURCE.test(entry.name) && entry.name !== 'next-env.d.ts' ? [path] : []
  })
}

function main(args: readonly string[]): void {
  const uses = findUses()
  if (args[0] === '--list') {
    for (const use of uses.get(args[1] ?? '') ?? []) process.stdout.write(`${use}\n`)
  } else if (args[0] === '--lower') {
    const allowance: Allowance = JSON.parse(readFileSync(ALLOWANCE, 'utf8'))
    const counts = Object.fromEntries([...uses].map(([key, found]) => [key, found.length]))
    writeFileSync(ALLOWANCE, `${JSON.stringify(lowered(counts, allowance), null, 2)}\n`)
  } else {
    process.exitCode = checkGlossary() ? 0 : 1
  }
}

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2))
