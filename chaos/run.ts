// npm run chaos [-- --count N]: kills what may be killed, and counts what is not as it should be. chaos/README.md says how.

import { parseArgs } from 'node:util'
import { withTestPostgres } from '../bench/lib/test-postgres.ts'
import { killWorkers } from './workers.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    every: { type: 'string', default: '1000' },
    pace: { type: 'string', default: '600' },
  },
})
const chaos = await withTestPostgres(() =>
  killWorkers({ count: Number(values.count), everyMs: Number(values.every), paceMs: Number(values.pace) }),
)
const { runs, kills, seconds, findings, deliveredAgain, ...faults } = chaos
console.log(
  `${runs} uploads, ${kills} kills, ${findings} findings, ${deliveredAgain} messages delivered again, ${seconds.toFixed(0)} s`,
)
for (const [what, count] of Object.entries(faults)) console.log(`${what.padEnd(12)} ${count}`)
process.exit(Object.values(faults).every((count) => count === 0) ? 0 : 1)
