// Every part runs, whatever the ones before came to; the last line sums them up.

import { reportAbsentArchive } from '@assay/domain/testing/archive'
import { watchParent } from '../lib/bootstrap/watch-parent.mjs'
import { formatError } from '../lib/plain-error.ts'
import { generateClient } from '../start/generate-client.ts'
import { add, type Count, formatCount, NOTHING } from './count.ts'
import { endToEndTests } from './end-to-end.ts'
import { lint } from './lint.ts'
import { typeCheck } from './type-check.ts'
import { startTests, unitTests } from './vitest.ts'

const PARTS: Record<string, () => Promise<Count>> = {
  types: typeCheck,
  lint,
  unit: unitTests,
  start: startTests,
  e2e: endToEndTests,
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))
watchParent(() => process.exit(130))

reportAbsentArchive()

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}`)
  process.exit(64)
}

let total = await run('client', async () => {
  await generateClient(new AbortController().signal)
  return NOTHING
})
for (const [name, part] of Object.entries(PARTS)) {
  if (asked.length === 0 || asked.includes(name)) total = add(total, await run(name, part))
}
console.log(`\n${formatCount(total)}`)
process.exit(total.failed === 0 ? 0 : 1)

/** A part that breaks down is a failure like any other, and the next one still runs. */
async function run(name: string, part: () => Promise<Count>): Promise<Count> {
  console.log(`\n== ${name}`)
  try {
    return await part()
  } catch (error) {
    console.error(formatError(error))
    return { passed: 0, failed: 1, skipped: 0 }
  }
}
