import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SignedRecord } from '@assay/domain/experiments/run-record'

/** Folder of the n-th run of an experiment, which measured a candidate: `07.c2`. */
export const runFolder = (run: number, candidate: number): string => `${String(run).padStart(2, '0')}.c${candidate}`

/** The folders of all runs below a folder, in their order. */
export const runFolders = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^\d+\.c\d+$/.test(name))
    .sort()
    .map((name) => join(folder, name))

/** Reads the record that `assay exec` signed, next to the output of a run. */
export function readRecord(folder: string): SignedRecord {
  const name = readdirSync(folder).find((one) => one.endsWith('.record.json')) ?? 'record.json'
  return SignedRecord.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
}
