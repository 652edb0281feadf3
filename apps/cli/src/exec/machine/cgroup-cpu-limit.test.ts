import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCpuLimit } from './cgroup-cpu-limit.ts'
import { listOfRanges } from './list-of-ranges.ts'
import { describeMachine } from './machine.ts'
import { SystemFiles } from './system-files.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-cpu-limit-'))
})
afterEach(() => rm(root, { recursive: true }))

async function put(files: Readonly<Record<string, string>>): Promise<SystemFiles> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), `${text}\n`)
  }
  return new SystemFiles(root)
}

const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7]
const job = { 'proc/self/cgroup': '0::/bench.slice/job.scope' }
const status = (list: string) => ({ 'proc/self/status': `Name:\tnode\nCpus_allowed:\tff\nCpus_allowed_list:\t${list}` })

test.each([
  ['nothing is there', {}, null],
  ['no limit', { ...job, 'sys/fs/cgroup/bench.slice/job.scope/cpu.max': 'max 100000', ...status('0-7') }, null],
  ['a quota of its cgroup', { ...job, 'sys/fs/cgroup/bench.slice/job.scope/cpu.max': '400000 100000' }, 4],
  ['a fraction of a CPU', { ...job, 'sys/fs/cgroup/bench.slice/job.scope/cpu.max': '150000 100000' }, 1.5],
  [
    'a smaller quota of the cgroup above',
    {
      ...job,
      'sys/fs/cgroup/bench.slice/job.scope/cpu.max': '400000 100000',
      'sys/fs/cgroup/bench.slice/cpu.max': '100000 50000',
    },
    2,
  ],
  ['the quota of a container', { 'proc/self/cgroup': '0::/', 'sys/fs/cgroup/cpu.max': '200000 100000' }, 2],
  [
    'a cgroup outside of its namespace',
    { 'proc/self/cgroup': '0::/../../x', 'sys/fs/cgroup/cpu.max': '300000 100000' },
    3,
  ],
  ['a cpuset', { ...job, 'sys/fs/cgroup/bench.slice/job.scope/cpuset.cpus.effective': '0-1,6' }, 3],
  ['a cpuset of the cgroup above', { ...job, 'sys/fs/cgroup/bench.slice/cpuset.cpus.effective': '0-4' }, 5],
  ['taskset', status('2-3'), 2],
  [
    'taskset, a cpuset and a quota',
    {
      ...job,
      ...status('0-3'),
      'sys/fs/cgroup/cpuset.cpus.effective': '2-7',
      'sys/fs/cgroup/cpu.max': '500000 100000',
    },
    2,
  ],
  ['a quota above what is online', { 'proc/self/cgroup': '0::/', 'sys/fs/cgroup/cpu.max': '6400000 100000' }, null],
  ['an affinity that lists offline CPUs too', status('0-127'), null],
  [
    'nonsense',
    { 'proc/self/cgroup': 'x', 'proc/self/status': 'Cpus_allowed_list:\t-', 'sys/fs/cgroup/cpu.max': '0 0' },
    null,
  ],
])('%s', async (_name, files: Readonly<Record<string, string>>, limit) => {
  expect(await readCpuLimit(await put(files), EIGHT)).toBe(limit)
})

test('for any content of the files, a limit is above 0 and below the number of online CPUs', async () => {
  const list = fc.array(fc.nat(12), { minLength: 1, maxLength: 6 }).map((cpus) => cpus.join(','))
  const quota = fc.tuple(fc.nat(2_000_000), fc.nat(200_000)).map(([time, period]) => `${time} ${period}`)
  await fc.assert(
    fc.asyncProperty(list, list, quota, async (set, affinity, max) => {
      const files = await put({
        ...status(affinity),
        'proc/self/cgroup': '0::/',
        'sys/fs/cgroup/cpu.max': max,
        'sys/fs/cgroup/cpuset.cpus.effective': set,
      })
      const limit = await readCpuLimit(files, EIGHT)
      if (limit === null) return
      expect(limit).toBeGreaterThan(0)
      expect(limit).toBeLessThan(EIGHT.length)
      const both = EIGHT.filter((cpu) => [set, affinity].every((text) => listOfRanges(text).includes(cpu)))
      if (both.length > 0) expect(limit).toBeLessThanOrEqual(both.length)
    }),
    { numRuns: 50 },
  )
})

test('logical CPUs and the CPU limit are recorded separately', async () => {
  const cpu = (n: number) => ({
    [`sys/devices/system/cpu/cpu${n}/topology/physical_package_id`]: '0',
    [`sys/devices/system/cpu/cpu${n}/topology/core_id`]: String(n >> 1),
  })
  const files = await put({
    ...Object.assign({}, ...EIGHT.map(cpu)),
    'sys/devices/system/cpu/online': '0-7',
    'sys/devices/system/cpu/smt/active': '1',
    ...status('0,2,4'),
  })
  const { hardware, testbed, cpus } = await describeMachine(files, '/')
  expect({ cores: hardware.cores, smt: testbed.smt, cpus, cpuLimit: testbed.cpuLimit }).toEqual({
    cores: 4,
    smt: true,
    cpus: 8,
    cpuLimit: 3,
  })
})
