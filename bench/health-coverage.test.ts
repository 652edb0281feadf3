import { callCost, HEAVY_COST, namesWithCost } from '@assay/api/http/call-cost'
import { workerTasks } from '@assay/api/jobs/job-worker'
import type { Services } from '@assay/api/services'
import { WORKER_TASKS } from '@assay/api/worker-pool/worker-tasks'
import { expect, test } from 'vitest'
import type { HealthClient } from './lib/health-work.ts'
import { listHeavyWork } from './lib/list-heavy-work.ts'

test('health is measured during every job, every task of a worker thread and every costly call', () => {
  const works = listHeavyWork({} as HealthClient, 0.000_01)
  const covered = new Set(works.flatMap(({ covers }) => covers))
  const jobs = Object.keys(workerTasks({} as Services))
  const calls = namesWithCost().filter((name) => callCost(name) >= HEAVY_COST)
  const all = new Set([...jobs, ...Object.keys(WORKER_TASKS), ...calls])
  expect(all.size).toBeGreaterThan(40)
  expect(covered).toEqual(all)
})
