import type { UploadDocument } from '@assay/domain/run/upload-document'

const MACHINES = ['dell32', 'pn53', 'arm8', 'hetz', 'ser7']
const WORKLOADS = ['cached', 'IO-bound']
const TESTS = ['point-query', 'scan', 'update-index']
const REPEATS = 5

/**
 * Runs of a lab with known changes, oldest version first, and the changes to find: "worse dell32 cached scan 17.3". At
 * least one change is planted when there are two versions.
 */
export type KnownHistory = { runs: UploadDocument[]; planted: string[] }

/**
 * @param count number of runs; versions are added until it is reached, on five machines with two workloads.
 * @param random uniform in [0, 1).
 */
export function knownHistory(count: number, random: () => number): KnownHistory {
  const environments = MACHINES.flatMap((hardware) => WORKLOADS.map((workload) => ({ hardware, workload })))
  const used = environments.slice(0, Math.max(1, Math.min(environments.length, Math.floor(count / (2 * REPEATS)))))
  const versions = Array.from({ length: Math.ceil(count / (used.length * REPEATS)) }, (_, at) => `17.${at}`)
  const planted: string[] = []
  const levels = new Map<string, number>()
  const runs = versions.flatMap((version, at) =>
    used.flatMap(({ hardware, workload }, index) => {
      const names = TESTS.map((name) => `${hardware} ${workload} ${name}`)
      for (const name of names) {
        const isLastChance = planted.length === 0 && at === versions.length - 1
        const isPlanted = at > 0 && (random() < 0.15 || isLastChance)
        const step = isPlanted ? (random() < 0.5 ? 0.75 : 1.35) : 1
        if (step !== 1) planted.push(`${step < 1 ? 'worse' : 'better'} ${name} ${version}`)
        levels.set(name, (levels.get(name) ?? 1000) * step)
      }
      return Array.from({ length: REPEATS }, (_, repeat): UploadDocument => {
        const noise = (i: number) => 1 + 0.005 * Math.sin(1 + i + 3 * repeat + 7 * at + 11 * index)
        return {
          schemaVersion: 1,
          product: 'Postgres',
          version,
          build: { name: 'o2', compiler: 'gcc' },
          config: { name: 'x10a' },
          hardware: { name: hardware },
          benchmark: { name: 'sysbench' },
          workload: { name: workload },
          repeat: repeat + 1,
          tests: TESTS.map((name, order) => ({ name, order, role: 'measured', primaryMetric: 'qps' })),
          metricNames: ['qps'],
          results: TESTS.map((test, i) => ({
            test,
            clients: 1,
            values: [(levels.get(names[i] ?? '') ?? 0) * noise(i)],
          })),
        }
      })
    }),
  )
  return { runs, planted: planted.sort() }
}
