import { setTimeout as sleep } from 'node:timers/promises'
import { lagText, recordEventLoops } from '../lib/event-loop-lag.ts'
import { type HeavyWork, openHealthClient, type Scale } from '../lib/health-work.ts'
import { listHeavyWork } from '../lib/list-heavy-work.ts'
import { openProbe } from '../lib/open-probe.ts'
import { type Line, printRows } from '../lib/print-table.ts'
import { startProduct } from '../lib/product.ts'
import { uploadRuns } from '../lib/upload-runs.ts'

const MAX_HEALTH_MS = 250
const RUNS = 8_000
const CLIENTS = 4
const SETTLE_MS = 1_000
const HEAD = ['while the product does', 'seconds', 'status', 'health ms', 'control ms', 'not 200']
const LOOPS = ['proxy', 'pages', 'uploads', 'heavy', 'jobs'] as const

/**
 * The longest response of the health check while each kind of heavy work runs at the largest size that the product
 * accepts, and the longest delay and work of the event loop of each process. The control is a server without work: what
 * it takes, the machine takes.
 *
 * @param only parts of the names of the works to run; all when empty.
 */
export async function benchHealth(scale: Scale, only: readonly string[]): Promise<Line[]> {
  const loops = recordEventLoops()
  const product = await startProduct({ variables: { ASSAY_DEMO: '0', ...loops.variables } })
  const probe = await openProbe(`${product.url}/api/health/ready`)
  try {
    await uploadRuns(product, { from: 0, count: Math.ceil(RUNS * scale), clients: CLIENTS })
    const client = await openHealthClient(product)
    const works = listHeavyWork(client, scale).filter(
      ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
    )
    const rows: string[][] = []
    const measured: { work: HeavyWork; ms: number; controlMs: number }[] = []
    for (const work of works) {
      await work.prepare?.()
      const began = Date.now()
      probe.start()
      const status = await work.run().catch((cause: unknown) => `failed: ${String(cause).slice(0, 60)}`)
      const { product: health, control } = await probe.stop()
      const ended = Date.now()
      // The processes write their delays every half second.
      await sleep(SETTLE_MS)
      const lag = loops.longest(began, ended + SETTLE_MS)
      const numbers = [health.longestMs, control.longestMs].map((ms) => ms.toFixed(0))
      const row = [work.name, ((ended - began) / 1_000).toFixed(1), String(status), ...numbers, String(health.failures)]
      rows.push([...row, ...LOOPS.map((name) => lagText(lag[name]))])
      console.log(rows.at(-1)?.join(' | '))
      measured.push({ work, ms: health.longestMs, controlMs: control.longestMs })
    }
    printRows([[...HEAD, ...LOOPS.map((name) => `${name} delay (work)`)], ...rows])
    await client.sql.end()
    return [worstOf(measured)]
  } finally {
    await probe.end()
    await product.stop()
    loops.end()
  }
}

function worstOf(measured: readonly { work: HeavyWork; ms: number; controlMs: number }[]): Line {
  const [worst] = measured.toSorted((a, b) => b.ms - a.ms)
  return {
    what: `health: longest of ${measured.length} kinds of work (${worst?.work.name})`,
    value: worst?.ms ?? 0,
    unit: 'ms',
    base: worst?.controlMs ?? 0,
    baseName: 'a server without work',
    goal: `under ${MAX_HEALTH_MS} ms`,
  }
}
