/**
 * Compares the published links of the demo before and after an upgrade. It stores the answers of a server, and compares
 * them with those of a later commit that runs on the same data:
 *
 *   npm run bench:links -- --url http://localhost:3161 --save /tmp/before.json
 *   npm run bench:links -- --url http://localhost:3162 --saved /tmp/before.json
 *
 * The hash and the JSON of the frozen content must be equal; no number of the other files and of the page may be lost.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { DEMO_SHARES } from '../demo/shares.ts'

const FILES = ['text', 'markdown', 'csv', 'html'] as const

const { values: flags } = parseArgs({
  options: {
    url: { type: 'string', default: '' },
    save: { type: 'string' },
    saved: { type: 'string' },
  },
})
if (flags.url === '' || (flags.save === undefined) === (flags.saved === undefined)) {
  console.error('Pass --url URL of a running server, and either --save FILE or --saved FILE.')
  process.exit(2)
}

/** Bodies of the answers by their path. */
type Answers = Record<string, string>
type Frozen = { sha256: string; figures: unknown }

let problems = 0
const answers = await readAll(flags.url)
if (flags.save !== undefined) writeFileSync(flags.save, JSON.stringify(answers))
else if (flags.saved !== undefined) compareAll(JSON.parse(readFileSync(flags.saved, 'utf8')), answers)
console.log(`${Object.keys(answers).length} answers, ${problems} problems`)
process.exitCode = problems === 0 ? 0 : 1

async function readAll(origin: string): Promise<Answers> {
  const found: Answers = {}
  for (const { slug } of DEMO_SHARES) {
    const page = `/published/assay/${slug}`
    for (const path of [page, ...['json', ...FILES].map((format) => exportOf(page, format))]) {
      const answer = await fetch(`${origin}${path}`)
      if (!answer.ok) throw new Error(`${origin}${path}: status ${answer.status}`)
      // The address of the server is in links of files.
      found[path] = (await answer.text()).replaceAll(origin, '')
    }
  }
  return found
}

function compareAll(before: Answers, after: Answers): void {
  for (const { slug } of DEMO_SHARES) {
    const page = `/published/assay/${slug}`
    const both = (path: string): [string, string] => [before[path] ?? '', after[path] ?? '']
    const [old, now]: Frozen[] = both(exportOf(page, 'json')).map((text) => JSON.parse(text))
    report(slug, 'snapshot hash', old?.sha256 === now?.sha256, now?.sha256 ?? 'none')
    const figures = JSON.stringify(now?.figures)
    report(slug, 'frozen figures', JSON.stringify(old?.figures) === figures, `${figures.length} characters`)
    for (const format of FILES) reportNumbers(slug, `${format} file`, ...both(exportOf(page, format)))
    reportNumbers(slug, 'page', ...both(page))
  }
}

function exportOf(page: string, format: string): string {
  return `${page}/export?format=${format}`
}

function reportNumbers(slug: string, what: string, first: string, second: string): void {
  const [before, after] = [visibleText(first), visibleText(second)]
  const [numbers, later] = [before, after].map(numbersOf)
  const added = differenceOf(later ?? [], numbers ?? [])
  const lost = differenceOf(numbers ?? [], later ?? [])
  const isEqual = before === after ? 'equal' : 'other words'
  const words = [
    lost.length > 0 ? `lost ${lost.slice(0, 8)}` : '',
    added.length > 0 ? `added ${added.slice(0, 8)}` : '',
  ]
  const detail = `${numbers?.length ?? 0} numbers, ${isEqual} ${words.filter((part) => part !== '').join(', ')}`
  report(slug, what, (numbers?.length ?? 0) > 0 && lost.length === 0, detail)
}

function report(slug: string, what: string, isSame: boolean, detail: string): void {
  if (!isSame) problems += 1
  console.log(`${isSame ? 'same  ' : 'OTHER '} ${slug}: ${what} (${detail.trim()})`)
}

/** The text of the main part of a page, without drawings: their values are frozen, and their axes may change. */
function visibleText(html: string): string {
  const main = /<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? html
  return main
    .replaceAll(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function numbersOf(text: string): string[] {
  return text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []
}

/** The numbers of the first list that the second has less often. */
function differenceOf(first: readonly string[], second: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const one of second) counts.set(one, (counts.get(one) ?? 0) + 1)
  return first.filter((one) => {
    const left = counts.get(one) ?? 0
    counts.set(one, left - 1)
    return left <= 0
  })
}
