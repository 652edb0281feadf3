// npm run demo:experiment [-- --minutes 6 --record FOLDER --hardware NAME]: a search for better settings of an embedded Postgres on
// this machine, in a few minutes. It uses the Assay at ASSAY_URL (http://localhost:3000), starts one when none answers, and
// prints the address of the page. --record keeps the output of all runs, their records and the history in a folder.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { freePort } from '../../scripts/lib/postgres/free-port.ts'
import { AssayClient, PROJECT } from './assay-client.ts'
import { tryFabricatedFigures } from './fabricated-figures.ts'
import { BASE, FABRICATED, HOSTILE, PROPOSALS, SLOW_TESTS } from './proposals.ts'
import { TunedPostgres } from './tuned-postgres.ts'
import { TuningSearch, writeHistory } from './tuning-search.ts'

const LOAD = join(import.meta.dirname, 'load.ts')
/** An account of every Unix that owns no files. */
const SEPARATE_USER = 'nobody'

const { values: flags } = parseArgs({
  options: {
    record: { type: 'string' },
    hardware: { type: 'string', default: 'this machine' },
    /** Time after which no further repeat of an honest candidate begins. */
    minutes: { type: 'string', default: '6' },
  },
})
const assay = new AssayClient()
const work = mkdtempSync(join(tmpdir(), 'assay-experiment-'))

async function run(postgres: TunedPostgres): Promise<void> {
  const until = Date.now() + Number(flags.minutes) * 60_000
  const slug = `postgres-settings-${new Date().toISOString().slice(0, 16).replace(/\D/g, '')}`
  const definition = definitionOf(slug)
  const folder = flags.record === undefined ? join(work, 'runs') : resolve(flags.record)
  mkdirSync(folder, { recursive: true })
  const user = canSeparate() ? SEPARATE_USER : null
  if (user === null)
    console.log(
      'Only root can start the load as another user, so runs are unattested and none becomes the best so far.',
    )
  const key = join(work, 'runner-key')
  const search = new TuningSearch({ assay, postgres, definition, folder, key, user, hardware: flags.hardware })
  const keyName = `demo ${slug}`
  await search.start(keyName)
  await search.try(
    PROPOSALS.filter(({ from }) => from === undefined),
    until,
  )
  await search.try(
    PROPOSALS.filter(({ from }) => from !== undefined),
    until,
  )
  for (const hostile of HOSTILE) await search.tryOnce(hostile)
  const fabricated = await search.propose(FABRICATED, { from: [0], settings: BASE.settings })
  const refusals = await tryFabricatedFigures(assay, { slug, candidate: fabricated, folder })
  console.log(`candidate ${fabricated}, ${FABRICATED}: refused.\n${refusals.map((one) => `  ${one}\n`).join('')}`)
  await assay.sendOk('POST', `/experiments/${slug}/end`, {})
  if (flags.record !== undefined) await record(folder, { slug, definition, keyName })
  console.log(assay.run(['experiment', 'show', slug, '--project', PROJECT]))
  console.log(`${assay.url}/o/assay/p/demo/experiments/${slug}`)
}

const definitionOf = (slug: string) => ({
  ...{ slug, title: 'Settings of PostgreSQL in a small container' },
  description:
    'Which settings help two slow queries about orders, without less durability? A scripted proposer, and four hostile candidates at the end: three are flagged, and the figures that the last one made up were refused (npm run demo:experiment).',
  base: BASE.description,
  ...{ hardware: flags.hardware, benchmark: 'pgbench', workloads: ['small orders'], tests: SLOW_TESTS },
  ...{ minImprovement: 0.05, maxRepeats: 12, budgetHours: 0.25, paretoMetrics: ['latency_ms_avg'] },
})

const Evaluated = z.looseObject({
  evaluation: z.looseObject({
    candidates: z.array(
      z.looseObject({
        ...{ description: z.string(), parents: z.array(z.int()), diff: z.string().nullable() },
      }),
    ),
  }),
})

/** Writes the history next to the folders of the runs. */
async function record(
  folder: string,
  { slug, definition, keyName }: { slug: string; definition: object; keyName: string },
) {
  const { evaluation } = Evaluated.parse(await assay.sendOk('GET', `/experiments/${slug}`))
  const candidates = evaluation.candidates.map(({ description, parents, diff }) => ({ description, parents, diff }))
  writeHistory(join(folder, 'experiment.json'), { definition, keyName, candidates })
}

/** True if this process can start the load as another user, who can read this checkout. */
function canSeparate(): boolean {
  if (process.getuid?.() !== 0) return false
  const passwd = readFileSync('/etc/passwd', 'utf8').split('\n')
  const [, , uid, gid] = passwd.find((line) => line.startsWith(`${SEPARATE_USER}:`))?.split(':') ?? []
  if (uid === undefined) return false
  const tried = spawnSync(process.execPath, ['--check', LOAD], { uid: Number(uid), gid: Number(gid) })
  return tried.status === 0
}

await assay.start()
const postgres = await TunedPostgres.start(join(work, 'postgres'), await freePort())
try {
  await run(postgres)
} finally {
  await postgres.stop()
}
