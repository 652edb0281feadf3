import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { PointSet } from '@assay/domain/compare/point'
import { UploadDocument } from '@assay/domain/run/upload-document'
import { pointsOfDocuments } from '@assay/testing/compare/points-of-documents'

const directory = fileURLToPath(new URL('documents/', import.meta.url))

/** Reads the documents of one data set of the demo. @param name of its file, without the extension */
export const readDemoSet = (name: string): UploadDocument[] =>
  UploadDocument.array().parse(JSON.parse(gunzipSync(readFileSync(`${directory}${name}.json.gz`)).toString('utf8')))

const EXTENSION = '.json.gz'

/** The documents of all data sets of the demo. @param without names of sets that are left out */
export const everyDemoDocument = (without: readonly string[] = []): UploadDocument[] =>
  readdirSync(directory)
    .flatMap((file) => (file.endsWith(EXTENSION) ? file.slice(0, -EXTENSION.length) : []))
    .filter((name) => !without.includes(name))
    .sort()
    .flatMap(readDemoSet)

/** The results of all data sets of the demo together, as in its project, where a comparison must select among them. */
export const everyDemoResult = (): PointSet => pointsOfDocuments(everyDemoDocument())
