import type { Problem } from '../../parse/problem.ts'
import { type Fields, plainPathOf } from '../fields.ts'
import type { ImportContext } from '../import-context.ts'
import type { RunDraft } from '../run-draft.ts'
import type { CommonRun } from './run-evidence.ts'

/**
 * Problems of files whose path states another version of the product than their output, such as `rocksdb-9.1/bench.txt`
 * of RocksDB 7.8.3. The output is used.
 */
export function contradictedVersions({ fields, origins, paths }: RunDraft, context: ImportContext): Problem[] {
  const { product, version } = fields
  const isPrinted = origins.version?.source === 'output' && product !== undefined && version !== undefined
  if (!isPrinted || context.overrides.version !== undefined) return []
  return [...paths].sort().flatMap((path): Problem[] => {
    if (context.corrected.get(path)?.version !== undefined) return []
    const stated = statedFacts(path, context)
    const isOther = stated.product === product && isNumbered(stated.version) && !agree(stated.version, version)
    const message = `its output states version ${version}, though its path says ${stated.version}; the output is used. Rename the file, or state the right one with --set version=NAME`
    return isOther ? [{ file: path, message }] : []
  })
}

/** True for a version, as opposed to a branch. */
const isNumbered = (version: string | undefined): version is string => version !== undefined && /^\d/.test(version)

/** True when one version is the other one with fewer numbers, as 18 of 18.1. */
const agree = (one: string, other: string): boolean =>
  `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`)

function statedFacts(path: string, { decoder }: ImportContext): Fields {
  const plain = plainPathOf(path)
  const slash = plain.lastIndexOf('/')
  const name = plain.slice(slash + 1)
  const directory = decoder.directoryOf(plain.slice(0, Math.max(0, slash)), name)
  return directory.isCommon ? { ...directory.fields, ...decoder.file(name, directory)?.fields } : {}
}

/**
 * Runs whose version is only a number that equals their clients, where that is so for several versions: `pg-10.log` of 10
 * clients and `pg-20.log` of 20.
 */
export function versionsLikeClients(drafts: readonly RunDraft[]): Set<RunDraft> {
  const found = drafts.filter(({ fields, origins, results }) => {
    const { version = '' } = fields
    const isNamed = origins.version?.confidence !== undefined && /^\d{1,2}$/.test(version)
    return isNamed && results.length > 0 && results.every(({ clients }) => clients === Number(version))
  })
  return new Set(new Set(found.map(({ fields }) => fields.version)).size > 1 ? found : [])
}

/** Confidence of a version that is only a commit. */
const COMMIT = 0.85

/** Takes the commit for the version of runs whose names state a product and its commit, and no version: `mysql-abc1234`. */
export function nameVersionsByCommits(runs: readonly CommonRun[], { evidence }: ImportContext): void {
  for (const { draft } of runs) {
    const { fields, origins, results } = draft
    const { product, version, commit } = fields
    const isDoubtful = results.some(({ location }) =>
      evidence.get(location.path)?.uncertain.some(({ field }) => field === 'version'),
    )
    if (product === undefined || version !== undefined || commit === undefined || isDoubtful) continue
    const [from = ''] = [...draft.paths].sort()
    draft.fields = { ...fields, version: commit }
    draft.origins = { ...origins, version: { source: 'name', from, confidence: COMMIT } }
  }
}
