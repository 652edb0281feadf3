import { hash } from 'node:crypto'
import { invariant } from '@assay/domain/result'
import { buildLabel } from '@assay/domain/run/build-label'
import { versionSortKey } from '@assay/domain/run/compare-versions'
import { findKnownMetric, type Metric } from '@assay/domain/run/metric'
import type { UploadDocument, UploadResult, UploadTestbed } from '@assay/domain/run/upload-document'
import { idFromName, resultIds } from '../../id-from-name.ts'
import type { DimensionTableName } from './dimension-tables.ts'
import { type PlannedTests, planTests, testSetItems } from './plan-tests.ts'

export type DimensionValue = string | number | boolean | null | Readonly<Record<string, string | number>>

/** A row of a document by column name; null in columns that the document does not state. */
export type DimensionRow = { readonly id: string } & Readonly<Record<string, DimensionValue>>

export type PlannedRun = {
  id: string
  buildId: string
  configId: string
  hardwareId: string
  workloadId: string
  metricSetId: string
  testSetId: string
  repeat: number
  /** True if it replaces the values of stored runs with its coordinates and repeat number. */
  replaces: boolean
}

type PlannedResult = { id: string; testId: string; params: string | null; result: UploadResult }

/** Everything that an upload writes, computed before the first query. */
export type UploadPlan = {
  document: UploadDocument
  digest: string
  run: PlannedRun
  /** Sorted by id in each table, which is the order of locks. Members of a set are computed only if the set is new. */
  dimensions: Record<DimensionTableName, () => readonly DimensionRow[]>
  /** Results in the order of the test set. */
  results: readonly PlannedResult[]
  metricIds: ReadonlyMap<string, string>
}

export function planUpload(upload: { document: UploadDocument; runId: string; digest: string }): UploadPlan {
  const { document, digest } = upload
  const runId = upload.runId.toLowerCase()
  const product = { id: idFromName('product', document.product), name: document.product }
  const version = {
    id: idFromName('version', product.id, document.version),
    product_id: product.id,
    name: document.version,
    sort_key: versionSortKey(document.version),
  }
  const build = planBuild(document, version.id)
  const config = planConfig(document, product.id)
  const hardware = planHardware(document)
  const benchmark = { id: idFromName('benchmark', document.benchmark.name), name: document.benchmark.name }
  const workload = {
    id: idFromName('workload', benchmark.id, document.workload.name),
    benchmark_id: benchmark.id,
    name: document.workload.name,
    params: document.workload.params ?? {},
  }
  const metrics = document.metricNames.map((name) => planMetric(document, name))
  const metricSet = planMetricSet(metrics)
  const tests = planTests(document, benchmark.id)
  const ids = resultIds(runId, tests.order.length)
  const repeat = document.repeat ?? 1
  return {
    document,
    digest,
    run: {
      id: runId,
      buildId: build.id,
      configId: config.id,
      hardwareId: hardware.id,
      workloadId: workload.id,
      metricSetId: metricSet.row.id,
      testSetId: tests.set.id,
      repeat,
      replaces: false,
    },
    dimensions: {
      product: () => [product],
      hardware: () => [hardware],
      benchmark: () => [benchmark],
      metric: () => byId(metrics),
      version: () => [version],
      config: () => [config],
      workload: () => [workload],
      test: () => tests.rows,
      build: () => [build],
      metric_set: () => [metricSet.row],
      metric_set_entry: () => byId(metricSet.entries()),
      test_set: () => [tests.set],
      test_set_item: () => byId(testSetItems(tests, document.results)),
    },
    results: plannedResults(tests, document.results, ids),
    metricIds: new Map(metrics.map((metric) => [metric.name, metric.id])),
  }
}

function planBuild({ build }: UploadDocument, versionId: string) {
  const name = buildLabel(build)
  return {
    id: idFromName('build', versionId, name),
    version_id: versionId,
    name,
    compiler: build.compiler ?? null,
    compiler_version: build.compilerVersion ?? null,
    lto: build.lto ?? null,
    flags: build.flags ?? null,
    pgo: build.pgo ?? null,
    bolt: build.bolt ?? null,
    march: build.march ?? null,
    allocator: build.allocator ?? null,
    build_type: build.buildType ?? null,
    commit: build.commit ?? null,
    binary_sha256: build.binarySha256 ?? null,
  }
}

/**
 * Names of configs are unique within a product, because `default` of two products are two configs. Two texts with one
 * name are two configs as well.
 */
function planConfig({ config }: UploadDocument, productId: string) {
  const text = config.text === undefined ? [] : [hash('sha256', config.text, 'hex')]
  return {
    id: idFromName('config', productId, config.name, ...text),
    product_id: productId,
    name: config.name,
    text: config.text ?? null,
    settings: config.settings ?? {},
  }
}

function planHardware({ hardware, testbed = {} }: UploadDocument) {
  return {
    id: idFromName('hardware', hardware.name),
    name: hardware.name,
    cpu: hardware.cpu ?? null,
    cores: hardware.cores ?? null,
    logical_cpus: logicalCpus(hardware.cores, testbed),
    smt: hardware.smt ?? null,
    sockets: hardware.sockets ?? null,
    memory_gb: hardware.memoryGb ?? null,
    storage: hardware.storage ?? null,
    file_system: hardware.fileSystem ?? null,
    os: hardware.os ?? null,
    kernel: hardware.kernel ?? null,
    cloud_type: hardware.cloudType ?? null,
  }
}

/**
 * Logical CPUs by state of SMT, so that only comparable numbers are compared: a machine has one number with SMT and
 * another without. A number under a CPU limit does not describe the machine and is left out.
 */
function logicalCpus(cores: number | undefined, { cpus, cpuLimit, smt }: UploadTestbed): Record<string, number> {
  if (cpus === undefined || cpuLimit !== undefined) return {}
  const withSmt = smt ?? (cores === undefined ? undefined : cpus > cores)
  return { [withSmt === undefined ? 'logical' : withSmt ? 'with SMT' : 'without SMT']: cpus }
}

function planMetric(document: UploadDocument, name: string) {
  // Descriptions of known metrics are in the domain package and may change there, so they are not stored.
  const known = findKnownMetric(name)
  const declared = document.metrics?.find((metric) => metric.name === name)
  const metric: Pick<Metric, 'unit' | 'better'> | undefined = known ?? declared
  invariant(metric !== undefined, `checkDocument refuses metrics that are neither known nor declared, such as ${name}`)
  const about = known === undefined ? (declared?.about ?? null) : null
  return { id: idFromName('metric', name), name, unit: metric.unit, better: metric.better, about }
}

function planMetricSet(metrics: readonly { id: string }[]) {
  const id = idFromName('metric_set', ...metrics.map((metric) => metric.id))
  const entries = () =>
    metrics.map((metric, index) => ({
      id: idFromName('metric_set_entry', id, index + 1),
      metric_set_id: id,
      position: index + 1,
      metric_id: metric.id,
    }))
  return { row: { id, size: metrics.length }, entries }
}

function plannedResults(
  { order }: PlannedTests,
  results: readonly UploadResult[],
  ids: readonly string[],
): PlannedResult[] {
  return order.map(({ index, testId, params }, position) => {
    const [id, result] = [ids[position], results[index]]
    invariant(id !== undefined && result !== undefined, 'there is an id for each result, and a place in the order')
    return { id, testId, params, result }
  })
}

function byId<T extends { id: string }>(rows: readonly T[]): T[] {
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
