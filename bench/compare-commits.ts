// npm run bench:commits -- --old CHECKOUT [--rounds 8] [--parts ingest,compare,scan] [--profile]: CPU time of this
// checkout vs an earlier one whose packages are installed, in turns, so that other load affects both.
// bench/README.md explains it.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { generatedRun } from './lib/generated-runs.ts'
import type { Runs } from './lib/measure-checkout.ts'
import { changedRun, noisyRun } from './lib/noisy-runs.ts'
import { type ProfileAreas, profileAreas } from './lib/profile-areas.ts'

const GENERATED = 3000
const NOISY = 40
/** V8 collects garbage of a process that seems idle, which on a busy machine happens to one checkout and not the other. */
const FLAGS = ['--no-memory-reducer']
/** Lines of the table of functions. */
const FUNCTIONS = 12

const { values } = parseArgs({
  options: {
    old: { type: 'string' },
    rounds: { type: 'string', default: '8' },
    parts: { type: 'string', default: 'ingest,compare,scan' },
    profile: { type: 'boolean', default: false },
  },
})
if (values.old === undefined) {
  console.error(
    'Pass --old with the folder of an earlier checkout in which "npm test -- types" has installed packages.',
  )
  process.exit(2)
}
const checkouts = { old: resolve(values.old), new: join(import.meta.dirname, '..') }
type Side = keyof typeof checkouts
const sides: readonly Side[] = ['old', 'new']
const folder = mkdtempSync(join(tmpdir(), 'assay-compare-commits-'))
const runsFile = join(folder, 'runs.json')
const changed = { ...changedRun(-1), version: '16.9' }
const runs: Runs = {
  generated: Array.from({ length: GENERATED }, (_, index) => generatedRun(index)),
  noisy: [...Array.from({ length: NOISY }, (_, index) => noisyRun(index)), changed],
}
writeFileSync(runsFile, JSON.stringify(runs))

function compare(part: string): void {
  const measured = new Map<string, Record<Side, number[]>>()
  const profiles: Record<Side, ProfileAreas[]> = { old: [], new: [] }
  const isProfiled = values.profile && part === 'scan'
  // One process of each side fills the cache of compiled modules, which a started product finds filled.
  for (const side of sides) measure(side, part, '')
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const side of sides) {
      const profileFile = join(folder, `${side}.cpuprofile`)
      for (const [what, ms] of Object.entries(measure(side, part, isProfiled ? profileFile : ''))) {
        const known = measured.get(what) ?? { old: [], new: [] }
        known[side].push(ms)
        measured.set(what, known)
      }
      if (isProfiled) profiles[side].push(profileAreas(JSON.parse(readFileSync(profileFile, 'utf8'))))
    }
  }
  console.log(`\n${part}: CPU ms of the Node process, median [range] of ${values.rounds} rounds`)
  for (const [what, times] of measured) printLine(what, times)
  if (isProfiled) printProfiles(profiles)
}

function measure(side: Side, part: string, profileFile: string): Record<string, number> {
  const program = join(import.meta.dirname, 'lib/measure-checkout.ts')
  const output = execFileSync(process.execPath, [...FLAGS, program, checkouts[side], part, runsFile, profileFile], {
    cwd: checkouts[side],
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, `modules-${side}`) },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return JSON.parse(output.trim().split('\n').at(-1) ?? '{}')
}

function printProfiles(profiles: Record<Side, ProfileAreas[]>): void {
  console.log('\nprofile of the first scan of a process, ms of samples')
  printSums('areas', profiles, Number.POSITIVE_INFINITY)
  console.log('\nstatistics by their outermost function; names differ between checkouts')
  printSums('statistics', profiles, FUNCTIONS)
}

function printSums(kind: keyof ProfileAreas, profiles: Record<Side, ProfileAreas[]>, limit: number): void {
  const of = (side: Side, name: string) => profiles[side].map((one) => one[kind].get(name) ?? 0)
  const names = new Set(sides.flatMap((side) => profiles[side].flatMap((one) => [...one[kind].keys()])))
  const lines = [...names].map((name) => ({ name, times: { old: of('old', name), new: of('new', name) } }))
  const largest = ({ times }: (typeof lines)[number]) => Math.max(median(times.old), median(times.new))
  lines.sort((a, b) => largest(b) - largest(a))
  for (const { name, times } of lines.slice(0, limit)) printLine(name, times)
  const sum = (side: Side) => profiles[side].map((one) => [...one[kind].values()].reduce((total, ms) => total + ms, 0))
  printLine('sum', { old: sum('old'), new: sum('new') })
}

function printLine(what: string, times: Record<Side, number[]>): void {
  const [before, after] = [median(times.old), median(times.new)]
  const ratio = before > 0 ? (after / before).toFixed(2) : '-'
  console.log(`${what.padEnd(50)} ${described(times.old)} -> ${described(times.new)} = ${ratio}`)
}

const described = (all: readonly number[]) =>
  `${median(all).toFixed(1)} [${Math.min(...all).toFixed(1)}-${Math.max(...all).toFixed(1)}]`.padStart(24)

function median(all: readonly number[]): number {
  const sorted = all.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2
}

try {
  for (const part of values.parts.split(',')) compare(part)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
