import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RestartableProcess } from '../lib/restartable-process.ts'
import type { DatabaseVictim } from './database-victim.ts'
import type { FaultProxy } from './fault-proxy.ts'

/** Processes and devices that can fail. */
export type Victims = {
  servers: readonly RestartableProcess[]
  database: DatabaseVictim
  proxy: FaultProxy
  /** File with the milliseconds by which the clock of the first server is wrong. */
  clock: string
  /** Separate file system of the database; null when none could be created. */
  disk: string | null
}

const FULL_MS = 3_000
const CHUNK_BYTES = 4 * 1024 * 1024

/** Each fault ends by itself; kills are counted. */
export const FAULTS: Record<
  string,
  { weight: number; isKill: boolean; cause: (victims: Victims, random: () => number) => Promise<void> }
> = {
  'kill server': {
    weight: 6,
    isKill: true,
    async cause({ servers }, random) {
      const server = servers[Math.floor(random() * servers.length)]
      await server?.kill()
      await sleep(random() * 300)
      server?.start()
      await server?.ready()
    },
  },
  'kill Postgres': {
    weight: 6,
    isKill: true,
    async cause({ database }, random) {
      await database.kill()
      await sleep(random() * 300)
      await database.start()
    },
  },
  'cut connections': { weight: 3, isKill: false, cause: async ({ proxy }) => proxy.cut() },
  'delay connections': {
    weight: 2,
    isKill: false,
    async cause({ proxy }, random) {
      proxy.delay(20 + random() * 200)
      await sleep(1_000)
      proxy.delay(0)
    },
  },
  'stop connections': { weight: 2, isKill: false, cause: ({ proxy }, random) => proxy.pause(200 + random() * 2_000) },
  'clock jump': {
    weight: 2,
    isKill: false,
    cause: async ({ clock }, random) => writeFileSync(clock, String(Math.round((random() - 0.5) * 2 * 3_600_000))),
  },
  'disk full': {
    weight: 1,
    isKill: false,
    async cause({ disk, database }) {
      if (disk === null) return
      const filler = join(disk, 'filler')
      fillDisk(filler)
      await sleep(FULL_MS)
      rmSync(filler, { force: true })
      // Postgres stops when it cannot write its log.
      await database.kill()
      await database.start()
    },
  },
}

function fillDisk(filler: string): void {
  for (let bytes = CHUNK_BYTES; bytes >= 512; ) {
    try {
      writeFileSync(filler, Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      bytes /= 2
    }
  }
}

/** @returns the name of a fault, chosen by weight */
export function chooseFault(random: () => number): string {
  const faults = Object.entries(FAULTS)
  let at = random() * faults.reduce((sum, [, { weight }]) => sum + weight, 0)
  for (const [name, { weight }] of faults) {
    at -= weight
    if (at < 0) return name
  }
  return 'kill server'
}
