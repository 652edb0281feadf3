import type { Point, PointSet, TestInfo } from '@assay/domain/compare/point'
import { benchmarkVersionOfDocument } from '@assay/domain/run/benchmark-version'
import { buildLabel, compilerLabel, flagsLabel } from '@assay/domain/run/build-label'
import { KNOWN_METRICS } from '@assay/domain/run/metric'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { documentBadges } from '@assay/domain/run/validity/result-badges'

/** Results of upload documents as the engine gets them from the database, first document first. */
export function pointsOfDocuments(documents: readonly UploadDocument[]): PointSet {
  const tests = new Map<string, TestInfo>()
  for (const document of documents) {
    for (const { group = null, order = 0, role = 'measured', primaryMetric = 'qps', ...info } of document.tests ?? []) {
      const { name, targetRate } = info
      const known = { name, group, order, role, primaryMetric }
      tests.set(name, targetRate === undefined ? known : { ...known, targetRate })
    }
  }
  const declared = documents.flatMap((document) => document.metrics ?? [])
  const metrics = [...KNOWN_METRICS, ...declared.map((metric) => ({ ...metric, about: metric.about ?? '' }))]
  return { points: documents.flatMap(pointsOf), tests: [...tests.values()], metrics }
}

function pointsOf(document: UploadDocument, place: number): Point[] {
  const { product, version, build, config, hardware, benchmark, workload, repeat = 1 } = document
  const badges = documentBadges(document)
  const [flags, benchmarkVersion] = [flagsLabel(build), benchmarkVersionOfDocument(document)]
  return document.results.map(({ test, clients, params, values }, i): Point => {
    const coordinates: Point['coordinates'] = {
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
      repeat: String(repeat),
      test,
      clients: String(clients),
    }
    for (const [name, value] of Object.entries({ ...workload.params, ...params })) {
      coordinates[`param:${name}`] = String(value)
    }
    const known = document.metricNames.flatMap((name, at) => {
      const value = values[at] ?? null
      return value === null ? [] : [[name, value] as const]
    })
    const point = {
      runId: `run ${place}`,
      resultId: `result ${place}.${i}`,
      coordinates,
      values: Object.fromEntries(known),
    }
    const footnotes = badges[i] ?? []
    return footnotes.length === 0 ? point : { ...point, footnotes }
  })
}
