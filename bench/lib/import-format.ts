// node bench/lib/import-format.ts NAME: imports about 8 MB of one format, and prints speed and memory as JSON.

import { importFiles } from '@assay/domain/import/import-files'
import { plainProfileYaml } from '@assay/domain/import/profile/plain-profile'
import { parseImportProfile } from '@assay/domain/import/profile/profile'
import { unwrap } from '@assay/domain/result'
import { formatSamples } from './format-samples.ts'

const BYTES = 8 * 1024 * 1024
/** Files of an import; small reports do not reach the number of bytes. */
const MAX_FILES = 2_000

const [, , name = ''] = process.argv
const sample = formatSamples().find((one) => one.name === name)
if (sample === undefined) throw new Error(`no sample of ${name}`)
const count = Math.min(MAX_FILES, Math.max(1, Math.ceil(BYTES / sample.text.length)))
const profile = unwrap(parseImportProfile(plainProfileYaml))
const overrides = { product: 'PostgreSQL', version: '18.1', hardware: 'bench', workload: 'small', clients: 2 }

const filesOf = (from: number, files: number) =>
  Array.from({ length: files }, (_, at) => ({ path: `run${from + at + 1}/${sample.path}`, text: copyOf(sample.text) }))

/** A text of its own, so that every file needs its memory, as files that are read do. */
const copyOf = (text: string): string => Buffer.from(text).toString()

/** The number of files with a result or a problem, so that no parser is left out as dead code. */
function importOnce(files: { path: string; text: string }[]): number {
  if (sample?.parse === undefined) return importFiles(files, { profile, overrides }).understood.length
  return files.filter(({ text, path }) => sample.parse?.(text, path).value !== null).length
}

importOnce(filesOf(0, Math.min(count, 20))) // This warms the parsers up.
const files = filesOf(0, count)
const megabytes = files.reduce((sum, { text }) => sum + text.length, 0) / 1e6
const before = process.resourceUsage().maxRSS
const split = secondsOf(() => files.reduce((lines, { text }) => lines + copyOf(text).split('\n').length, 0))
const took = secondsOf(() => importOnce(files))
const peakMb = (process.resourceUsage().maxRSS - before) / 1024
console.log(JSON.stringify({ megabytes, speed: megabytes / took, base: megabytes / split, peakMb }))

function secondsOf(work: () => number): number {
  const began = performance.now()
  if (work() === 0) throw new Error(`nothing of ${name} was read`)
  return (performance.now() - began) / 1_000
}
