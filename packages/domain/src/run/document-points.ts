import { sampleNoise } from '../compare/noise/sample-noise.ts'
import type { Point, PointSet, TestInfo } from '../compare/point.ts'
import type { Noise } from '../compare/verdict/verdict.ts'
import { findQuantileMetric } from '../histograms/quantile-metric.ts'
import { uploadedQuantile } from '../histograms/upload-histogram.ts'
import { benchmarkVersionOfDocument } from './benchmark-version.ts'
import { buildLabel, compilerLabel, flagsLabel } from './build-label.ts'
import { factsOfRepeats } from './facts-of-repeats.ts'
import { fallbackMetricOf } from './fallback-metric.ts'
import { findKnownMetric, type Metric } from './metric.ts'
import type { ParamValue, UploadDocument, UploadResult } from './upload-document.ts'
import { declaredWarmup } from './validity/declared-warmup.ts'
import { documentFlags } from './validity/flag-results.ts'

/**
 * The results of a document as comparisons see them, exactly as if it had been uploaded and read back: same names, same
 * validity flags, and the noise of the interval samples of each test's primary metric.
 *
 * @param document in its checked form.
 * @param runId id of the run in its points, because a document that is not stored has none.
 * @param sha256 returns the hash of a text as hex; injected because domain has no cryptography.
 */
export function documentPoints(document: UploadDocument, runId: string, sha256: (text: string) => string): PointSet {
  const tests = testsOf(document)
  const infos = new Map(tests.map((info) => [info.name, info]))
  const badges = documentFlags(document)
  const shared = runCoordinates(document)
  const facts = factsOf(document, sha256)
  const started = document.startedAt === undefined ? {} : { startedAt: Date.parse(document.startedAt) }
  const points = document.results.flatMap((result, index): Point[] => {
    const { group = null, primaryMetric = '' } = infos.get(result.test) ?? {}
    const values = valuesOf(document, result)
    const quantile = uploadedQuantile(result.histograms ?? [], primaryMetric)
    if (quantile !== null) values[primaryMetric] ??= quantile
    if (Object.keys(values).length === 0) return []
    const footnotes = badges[index] ?? []
    const noise = noiseOf(result, primaryMetric, values)
    const { binarySha256 } = document.build
    return [
      {
        runId,
        resultId: `${runId} ${index}`,
        coordinates: {
          ...shared,
          test: result.test,
          clients: String(result.clients),
          ...(group === null ? {} : { group }),
          ...paramCoordinates(result.params),
        },
        values,
        ...(facts === null ? {} : { facts }),
        ...started,
        ...(binarySha256 === undefined ? {} : { binary: binarySha256 }),
        ...(footnotes.length === 0 ? {} : { footnotes }),
        ...(noise === null ? {} : { noise }),
      },
    ]
  })
  return { points, tests, metrics: metricsOf(document, points) }
}

function runCoordinates(document: UploadDocument): Point['coordinates'] {
  const { product, version, build, config, hardware, benchmark, workload, repeat } = document
  const [flags, benchmarkVersion] = [flagsLabel(build), benchmarkVersionOfDocument(document)]
  return {
    product,
    version,
    build: buildLabel(build),
    compiler: compilerLabel(build),
    ...(flags === null ? {} : { flags }),
    config: config.name,
    hardware: hardware.name,
    benchmark: benchmark.name,
    ...(benchmarkVersion === null ? {} : { benchmarkVersion }),
    workload: workload.name,
    repeat: String(repeat ?? 1),
    ...paramCoordinates(workload.params),
  }
}

const paramCoordinates = (params: Record<string, ParamValue> | undefined): Point['coordinates'] =>
  Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [`param:${name}`, String(value)]))

function factsOf(
  { build, config, testbed, hardware }: UploadDocument,
  sha256: (text: string) => string,
): Record<string, string> | null {
  const configText = config.text === undefined ? null : sha256(config.text)
  const facts = factsOfRepeats({ build, configText, testbed, hardware })
  return Object.keys(facts).length === 0 ? null : facts
}

function valuesOf({ metricNames }: UploadDocument, { values }: UploadResult): Record<string, number> {
  return Object.fromEntries(
    metricNames.flatMap((name, index): [string, number][] => {
      const value = values[index]
      return value == null ? [] : [[name, value]]
    }),
  )
}

function testsOf({ tests = [], results, metricNames }: UploadDocument): TestInfo[] {
  const declared = new Map(tests.map((test) => [test.name, test]))
  const fallback = fallbackMetricOf(new Set(metricNames))
  return [...new Set(results.map(({ test }) => test))].map((name, index): TestInfo => {
    const { group = null, order = index, role = 'measured', primaryMetric, targetRate } = declared.get(name) ?? {}
    return {
      name,
      group,
      order,
      role,
      primaryMetric: primaryMetric ?? fallback,
      ...(targetRate === undefined ? {} : { targetRate }),
    }
  })
}

function metricsOf({ metrics = [], metricNames }: UploadDocument, points: readonly Point[]): Metric[] {
  const declared = new Map(metrics.map((metric) => [metric.name, metric]))
  const computed = new Set(points.flatMap(({ values }) => Object.keys(values)))
  return [...new Set([...metricNames, ...computed])].flatMap((name): Metric[] => {
    const metric = findKnownMetric(name) ?? declared.get(name) ?? findQuantileMetric(name)
    return metric === undefined ? [] : [{ ...metric, about: metric.about ?? '' }]
  })
}

function noiseOf(
  { samples = [], command }: UploadResult,
  metric: string,
  values: Readonly<Record<string, number>>,
): Record<string, Noise> | null {
  const series = samples.find((one) => one.metric === metric)
  const value = values[metric]
  if (series === undefined || value === undefined) return null
  const noise = sampleNoise(
    { ...series, startSeconds: series.startSeconds ?? 0 },
    value,
    declaredWarmup(command ?? null),
  )
  return noise === null ? null : { [metric]: noise }
}
