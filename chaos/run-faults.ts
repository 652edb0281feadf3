// npm run chaos [-- PART] [--count N]: kills processes and counts lost or duplicate data. chaos/README.md describes the
// tests.

import { parseArgs } from 'node:util'
import { openBrowser } from '../bench/lib/open-browser.ts'
import { startProduct } from '../bench/lib/product.ts'
import { withTestPostgres } from '../bench/lib/test-postgres.ts'
import { checkHistories } from './check-histories.ts'
import { killRunners } from './requested-runs.ts'
import { killWhileTyping } from './typing.ts'
import { killWorkers } from './workers.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    every: { type: 'string', default: '1000' },
    pace: { type: 'string' },
    seed: { type: 'string' },
    kills: { type: 'string' },
    minutes: { type: 'string', default: '600' },
    runners: { type: 'string', default: '3' },
  },
})
const PARTS: Record<string, () => Promise<Record<string, number>>> = {
  workers,
  typing,
  history,
  'requested-runs': requestedRuns,
}
const [name = 'workers'] = positionals
const part = PARTS[name]
if (part === undefined) {
  console.error(`There is no part ${name}; parts: ${Object.keys(PARTS).join(', ')}.`)
  process.exit(2)
}
const faults = await part()
for (const [what, count] of Object.entries(faults)) console.log(`${what.padEnd(12)} ${count}`)
process.exit(Object.values(faults).every((count) => count === 0) ? 0 : 1)

/** Kills workers and servers during uploads and scans. */
async function workers(): Promise<Record<string, number>> {
  const chaos = await withTestPostgres(() =>
    killWorkers({
      count: Number(values.count ?? 1_000),
      everyMs: Number(values.every),
      paceMs: Number(values.pace ?? 600),
    }),
  )
  const { runs, kills, seconds, findings, deliveredAgain, ...faults } = chaos
  console.log(
    `${runs} uploads, ${kills} kills, ${findings} findings, ${deliveredAgain} messages delivered again, ${seconds.toFixed(0)} s`,
  )
  return faults
}

/** Kills servers, workers and runners while requested runs are executed. */
async function requestedRuns(): Promise<Record<string, number>> {
  const drill = await withTestPostgres(() =>
    killRunners({
      count: Number(values.count ?? 1_000),
      everyMs: Number(values.every),
      runners: Number(values.runners),
      minutes: Number(values.minutes),
      log: console.log,
    }),
  )
  const { requests, kills, seconds, attempts, lostAttempts, lateReports, ...faults } = drill
  console.log(
    `${requests} requests, ${attempts} attempts (${lostAttempts} lost), ${kills} kills, ${lateReports} late reports, ${seconds.toFixed(0)} s`,
  )
  return faults
}

/** Checks histories of operations under faults for linearizability; then each control, which must be detected. */
async function history(): Promise<Record<string, number>> {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
  console.log(`seed ${seed}`)
  return checkHistories({
    count: Number(values.count ?? 20_000),
    kills: Number(values.kills ?? 500),
    everyMs: Number(values.every),
    seed,
    onProgress: console.log,
  })
}

/** Kills a server while people type into the forms of specs. */
async function typing(): Promise<Record<string, number>> {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
  console.log(`seed ${seed}`)
  const product = await startProduct({ variables: { ASSAY_SIGN_UP: 'open', ASSAY_DEMO: '0' } })
  const browser = await openBrowser()
  try {
    const chaos = await killWhileTyping(
      { product, browser },
      {
        kills: Number(values.count ?? 1_000),
        paceMs: Number(values.pace ?? 20),
        longestMs: Number(values.minutes) * 60_000,
        seed,
        log: console.log,
      },
    )
    const { kills, texts, keys, whileSending, answersLost, seconds, stories, ...faults } = chaos
    for (const story of stories) console.log(story)
    console.log(
      `${kills} kills, ${texts} texts of ${keys} keys, ${whileSending} sent around the kill, ${answersLost} stored without an answer, ${seconds.toFixed(0)} s`,
    )
    return faults
  } finally {
    await browser.close()
    await product.stop()
  }
}
