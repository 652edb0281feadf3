// Every part runs, also after a failed one; the last line is the sum.

import { reportAbsentArchive } from '@assay/testing/archive/archive'
import { watchParent } from '../lib/bootstrap/watch-parent.mjs'
import { formatError } from '../lib/plain-error.ts'
import { generateClient } from '../start/generate-client.ts'
import { auditPackages } from './audit-packages.ts'
import { add, type Count, countCheck, formatCount, NOTHING } from './count.ts'
import { endToEndTests, endToEndTestsWithSimulations } from './end-to-end.ts'
import { ensureBrowser } from './ensure-browser.ts'
import { lint } from './lint.ts'
import { typeCheck } from './type-check.ts'
import {
  benchmarkTests,
  historyTests,
  programTests,
  registryTests,
  serverTests,
  simulationTests,
  unitAndProgramTests,
  unitTests,
} from './vitest.ts'

const requestedNames = process.argv.slice(2)
const isAll = requestedNames.includes('--all')
if (isAll) process.env.ASSAY_PROBE_OPERATIONS ??= '300'

const PARTS: Record<string, () => Promise<Count>> = {
  types: typeCheck,
  lint,
  unit: unitTests,
  programs: programTests,
  e2e: isAll ? endToEndTestsWithSimulations : endToEndTests,
  simulations: simulationTests,
  benchmarks: benchmarkTests,
  histories: historyTests,
  registry: registryTests,
  servers: serverTests,
  audit: auditPackages,
}
/** Each of these needs less than one core, so they run in parallel, and with the unit tests where no pages are built. */
const FIRST = ['types', 'lint']
/** When both are chosen, they share one run, so that no core is idle at the end of the first or while programs wait. */
const TOGETHER = ['unit', 'programs']
/** These build the pages, and with them the types of routes that the type check reads. */
const BUILD_PAGES = ['programs', 'e2e', 'benchmarks', 'histories', 'servers']
/** Parts that need more than Node, and simulations, run only in `npm run test:all`, or when they are named. */
const ONLY_ALL = ['simulations', 'benchmarks', 'histories', 'registry', 'servers', 'audit']

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))
watchParent(() => process.exit(130))

reportAbsentArchive()

const unknown = requestedNames.filter((name) => name !== '--all' && !(name in PARTS))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}, and --all`)
  process.exit(64)
}

const client = await run('client', async () => {
  await generateClient(new AbortController().signal)
  return NOTHING
})
const chosen = Object.keys(PARTS).filter((name) => {
  if (isAll) return true
  return requestedNames.length === 0 ? !ONLY_ALL.includes(name) : requestedNames.includes(name)
})
// The browser is installed while other parts run; the browser tests report when there is none.
if (chosen.includes('e2e')) ensureBrowser().catch(() => undefined)
const parallel = [...FIRST, ...(chosen.some((name) => BUILD_PAGES.includes(name)) ? [] : ['unit'])]
const counts = await Promise.all(chosen.filter((name) => parallel.includes(name)).map(runPart))
const areTogether = TOGETHER.every((name) => chosen.includes(name))
if (areTogether) counts.push(await run(TOGETHER.join(' and '), unitAndProgramTests))
const done = [...parallel, ...(areTogether ? TOGETHER : [])]
for (const name of chosen.filter((name) => !done.includes(name))) counts.push(await runPart(name))
const total = counts.reduce(add, client)
console.log(`\n${formatCount(total)}`)
process.exit(total.failed === 0 ? 0 : 1)

function runPart(name: string): Promise<Count> {
  return run(name, PARTS[name] ?? (async () => NOTHING))
}

/** A part that throws counts as a failure, and the next one still runs. */
async function run(name: string, part: () => Promise<Count>): Promise<Count> {
  console.log(`\n== ${name}`)
  try {
    return await part()
  } catch (error) {
    console.error(formatError(error))
    return countCheck(`${name}: ${formatError(error)}`, false)
  }
}
