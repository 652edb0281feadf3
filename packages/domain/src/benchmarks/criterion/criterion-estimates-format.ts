import { addRepeated } from '../../import/add-repeated.ts'
import { folderOf } from '../../import/fields.ts'
import type { Format } from '../../import/format.ts'
import { type ImportContext, perImport, type SourceFile, take } from '../../import/import-context.ts'
import {
  type CriterionAbout,
  isCriterionAbout,
  isCriterionEstimates,
  parseCriterionAbout,
  parseCriterionEstimates,
} from './criterion-estimates.ts'

/** Facts of each `benchmark.json`, by its folder. */
const aboutsOf = perImport(() => new Map<string, CriterionAbout>())

/** `benchmark.json`, which is read before the `estimates.json` of its folder, because files are read by name. */
export const criterionAbout: Format = {
  kind: 'criterion-benchmark',
  recognize: (_name, text) => isCriterionAbout(text),
  read(context, file) {
    const about = take(context, file, 'criterion-benchmark', parseCriterionAbout(file.text, file.path))
    if (about !== null) aboutsOf(context).set(folderOf(file.plainPath), about)
  },
}

/** Estimates that criterion writes to `target/criterion/NAME/new/estimates.json`. */
export const criterionEstimates: Format = {
  kind: 'criterion-estimates',
  recognize: (_name, text) => isCriterionEstimates(text),
  read(context, file) {
    const folder = folderOf(file.plainPath)
    const names = namesOf(folder, aboutsOf(context).get(folder))
    if (names.saved === 'base') {
      context.ignored.push({ path: file.path, reason: 'the result that criterion compares the next run with' })
      return
    }
    const found = take(context, file, 'criterion-estimates', parseCriterionEstimates(file.text, file.path))
    if (found === null) return
    const { throughput } = names
    const rate = throughput?.unit === 'bytes' ? 'bytes/s' : 'items/s'
    const result = {
      test: { name: names.name, role: 'measured' as const, primaryMetric: 'real_time_ns' },
      clients: 1,
      params: {},
      values: {
        real_time_ns: found.timeNs,
        ...(throughput === null ? {} : { [rate]: (throughput.each * 1e9) / found.timeNs }),
      },
      location: { path: file.path },
    }
    const outside = asIfIn(context, file, names.root)
    addRepeated(context, outside, { benchmark: 'criterion', results: [result] }, new Map())
  },
}

type NamesOfFolders = CriterionAbout & {
  /** The folder whose names state the facts of the run: that above the folders of the benchmark. */
  root: string
  /** `new`, `base` or the name of a saved baseline. */
  saved: string
}

/**
 * Separates the folders of a benchmark, which are part of its name, from those above them. Without `benchmark.json` these
 * are the folders below `criterion`, or else the innermost one.
 */
function namesOf(folder: string, about: CriterionAbout | undefined): NamesOfFolders {
  const parts = folder.split('/')
  const saved = parts.at(-1) ?? ''
  const at = parts.lastIndexOf('criterion')
  const below = parts.slice(at === -1 ? -2 : at + 1, -1)
  const name = about?.name ?? (below.join('/') || saved || 'criterion')
  const depth = at === -1 && about !== undefined ? name.split('/').length : below.length
  const above = parts.slice(0, Math.max(0, parts.length - 1 - depth))
  // A saved baseline has the name that a person gave it, such as that of a version or of a branch.
  const root = [...above, ...(saved === 'new' || saved === 'base' ? [] : [saved])].join('/')
  return { name, throughput: about?.throughput ?? null, root, saved }
}

/** The file with the facts of another folder, and with the parts of that folder's path as what may be asked about. */
function asIfIn({ decoder, evidence }: ImportContext, file: SourceFile, folder: string): SourceFile {
  const directory = decoder.directoryOf(folder, file.name)
  const named = decoder.file(file.name, directory)
  if (named?.evidence !== undefined) evidence.set(file.path, named.evidence)
  return {
    ...file,
    directory: { ...directory, datasetName: directory.ruledDatasetName },
    named: Object.keys(file.corrected).length === 0 ? null : { rule: null, fields: file.corrected },
  }
}
