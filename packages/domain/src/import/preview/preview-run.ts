import { statedBuildLabel } from '../../run/build-label.ts'
import type { UploadDocument } from '../../run/upload-document.ts'
import type { Origin } from '../facts/origins.ts'
import type { FactOrigins, RunDimension } from '../facts/origins-of-facts.ts'
import { readName } from '../names/read-name.ts'
import { PLACEHOLDER } from './placeholder.ts'
import type { PreviewDimension, PreviewResult, PreviewRun } from './preview-document.ts'

/** Confidence of a default that no file contradicts. */
const BY_DEFAULT = 0.9

/** Confidence of a workload that has the name of a folder because nothing else describes it. */
const NAMED_AFTER_FOLDER = 0.5

/** One run of the preview from its document, its source files, and the origins of its dimensions. */
export function previewRun(document: UploadDocument, files: readonly string[], origins: FactOrigins): PreviewRun {
  const { product, version, config, hardware, workload, benchmark, repeat = 1 } = document
  const known = (dimension: RunDimension, value: string | number | null) =>
    previewDimension(dimension, value, origins[dimension])
  return {
    dimensions: {
      product: known('product', product),
      version: known('version', version),
      build: known('build', statedBuildLabel(document.build)),
      config: known('config', config.name),
      hardware: known('hardware', hardware.name),
      benchmark: { value: benchmark.name, source: 'output', confidence: 1, from: files[0] ?? '' },
      workload: known('workload', workload.name),
      repeat: known('repeat', repeat),
    },
    results: previewResults(document),
    files: [...files],
  }
}

function previewDimension(
  dimension: RunDimension,
  value: string | number | null,
  { source, from }: Origin,
): PreviewDimension {
  const isUnstated = value === null || value === PLACEHOLDER || (source === 'default' && value === 'unknown')
  if (isUnstated) return { value: null, source: 'default', confidence: 0, from: '' }
  return { value, source, confidence: confidenceOf(dimension, value, { source, from }), from }
}

function confidenceOf(dimension: RunDimension, value: string | number, { source, from }: Origin): number {
  if (source === 'default') return BY_DEFAULT
  if (source !== 'name' && source !== 'folder') return 1
  const segments = from.split('/')
  if (dimension === 'workload') {
    return segments.some((segment) => String(value).split(', ').includes(segment)) ? NAMED_AFTER_FOLDER : 1
  }
  const facts = segments.flatMap((segment) => readName(segment).facts)
  const same = facts.filter((fact) => fact.field === dimension && fact.value === String(value))
  // A value that no common spelling states was decoded by a rule of the profile.
  return same.length === 0 ? 1 : Math.max(...same.map(({ confidence }) => confidence))
}

/** The results of a document, with values by metric. */
export const previewResults = ({ results, metricNames }: UploadDocument): PreviewResult[] =>
  results.map(({ test, clients, params = {}, values, status, statusReason }) => ({
    test,
    clients,
    params,
    values: Object.fromEntries(
      metricNames.flatMap((metric, at) => {
        const value = values[at] ?? null
        return value === null ? [] : [[metric, value]]
      }),
    ),
    ...(status === undefined ? {} : { status }),
    ...(statusReason === undefined ? {} : { statusReason }),
  }))
