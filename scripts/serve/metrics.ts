import type { Services } from '@assay/api/services'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Buckets in seconds: from a cached page to a comparison of everything. */
const LATENCY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export type Metrics = {
  registry: Registry
  requests: Counter<'method' | 'route' | 'status'>
  latency: Histogram<'method' | 'route'>
}

/**
 * The metrics of one process, in the format of Prometheus. Gauges that other modules know are read on demand; requests
 * are counted by observe-requests.ts.
 */
export function createMetrics(
  { db, attachmentCheck }: Pick<Services, 'db' | 'attachmentCheck'>,
  role: string,
): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ process: role })
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  gaugePools(registry, () => db.server.statistics().pools)
  countRunIndex(registry, db.server)
  countProcess(registry, db.server)
  new Gauge({
    name: 'assay_attachments_missing',
    help: 'Raw files that the database refers to and the attachment store lacks',
    registers,
    async collect() {
      const { count } = await attachmentCheck.read()
      if (count !== null) this.set(count.missing)
    },
  })
  gaugeQueue(registry, () => db.server.queue())
  return {
    registry,
    requests: new Counter({
      name: 'assay_http_requests_total',
      help: 'Requests that were answered',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    latency: new Histogram({
      name: 'assay_http_request_duration_seconds',
      help: 'Seconds from the head of a request to the end of its answer',
      labelNames: ['method', 'route'],
      buckets: LATENCY_BUCKETS,
      registers,
    }),
  }
}

type Server = Services['db']['server']

function countRunIndex(registry: Registry, server: Server): void {
  const registers = [registry]
  new Gauge({
    name: 'assay_run_index_runs',
    help: 'Runs in the run indexes of this process',
    registers,
    collect() {
      this.set(server.statistics().runIndex.runs)
    },
  })
  new Gauge({
    name: 'assay_run_index_projects',
    help: 'Projects that have a run index in this process',
    registers,
    collect() {
      this.set(server.statistics().runIndex.projects)
    },
  })
}

function countProcess(registry: Registry, server: Server): void {
  const registers = [registry]
  new Counter({
    name: 'assay_uploaded_values_total',
    help: 'Values of results that this process stored',
    registers,
    collect() {
      this.reset()
      this.inc(server.statistics().storedValues)
    },
  })
  new Counter({
    name: 'assay_standby_reads_total',
    help: 'Reads of projects that the standby answered',
    registers,
    collect() {
      this.reset()
      this.inc(server.statistics().standbyReads ?? 0)
    },
  })
}

type Pools = ReturnType<Server['statistics']>['pools']

function gaugePools(registry: Registry, read: () => Pools): void {
  new Gauge({
    name: 'assay_db_connections',
    help: 'Connections to the database by pool and state; waiting are requests that have none',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const { name, open, idle, waiting } of read()) {
        this.set({ pool: name, state: 'busy' }, open - idle)
        this.set({ pool: name, state: 'idle' }, idle)
        this.set({ pool: name, state: 'waiting' }, waiting)
      }
    },
  })
}

/**
 * The queue belongs to the database, so each process reports the same values, and none while the database is
 * unavailable.
 */
function gaugeQueue(registry: Registry, read: () => ReturnType<Server['queue']>): void {
  const age = new Gauge({
    name: 'assay_jobs_oldest_seconds',
    help: 'Seconds since the oldest job could have been started',
    labelNames: ['job'],
    registers: [registry],
  })
  new Gauge({
    name: 'assay_jobs',
    help: 'Jobs that wait or run',
    labelNames: ['job'],
    registers: [registry],
    async collect() {
      this.reset()
      age.reset()
      for (const { job, count, oldestSeconds } of await read().catch(() => [])) {
        this.set({ job }, count)
        age.set({ job }, oldestSeconds)
      }
    },
  })
}
