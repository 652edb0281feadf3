import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findEqualNames, findLongFile, findWideLines } from './size-rules.ts'

// Checks the length and the names of source files, and the width of documents, as a part of `npm run lint`. Directly:
// node scripts/with-node.mjs scripts/lint/sizes/check-sizes.ts

const ROOT = join(import.meta.dirname, '../../..')
const SOURCE = /\.(?:ts|tsx|mjs|css)$/
const CODE = /\.(?:ts|tsx|mjs)$/
const DOCUMENT = /\.md$/
/** Published texts and recorded output keep the form that they had. */
const SKIPPED = /(?:^|\/)(?:fixtures|generated)\/|^demo\/(?:raw|reports|specs|documents|SOURCES)/

/** Prints the problems. @returns true when there is none */
export function checkSizes(): boolean {
  const files = listFiles()
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
  const problems = [
    ...files.filter((file) => SOURCE.test(file)).flatMap((file) => findLongFile(file, read(file))),
    ...files.filter((file) => DOCUMENT.test(file)).flatMap((file) => findWideLines(file, read(file))),
    ...findEqualNames(files.filter((file) => CODE.test(file))),
  ]
  for (const problem of problems) console.error(problem)
  return problems.length === 0
}

/** Files that git knows or would add. */
function listFiles(): string[] {
  const options = ['ls-files', '--cached', '--others', '--exclude-standard']
  const output = execFileSync('git', options, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return output.split('\n').filter((file) => file !== '' && !SKIPPED.test(file) && existsSync(join(ROOT, file)))
}

if (process.argv[1] === import.meta.filename) process.exitCode = checkSizes() ? 0 : 1
