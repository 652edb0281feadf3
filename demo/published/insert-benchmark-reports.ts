import { readdirSync, readFileSync } from 'node:fs'
import { importFiles } from '@assay/domain/import/import-files'
import type { UploadDocument } from '@assay/domain/run/upload-document'
import { archivePath } from '@assay/testing/archive/archive'
import { demoProfile } from '@assay/testing/import/demo-profile'
import type { PublishedSet } from './published-set.ts'

const COMMIT = '4e8ecf611b8f44e5222f74cbe73080041e2b3313'
/** The report with the metrics of some steps comes first, because one run is in both. */
const REPORTS = ['24_03_17.1u.1tno.io.bee.some', '24_03_17.1u.1tno.io.bee.inno'] as const

/** Postgres 16.2, MySQL 5.6 to 8.0 and MyRocks 8.0 on the IO-bound Insert Benchmark: the tables of two report pages. */
export const insertBenchmarkReports: PublishedSet = {
  name: 'mar24.ib.bee',
  needsArchive: true,
  make() {
    const documents = REPORTS.flatMap((report) => readReport(report))
    const byServer = new Map(documents.toReversed().map((document) => [serverOf(document), document]))
    return [...byServer.values()].toReversed()
  },
}

function readReport(report: string): UploadDocument[] {
  const folder = archivePath(`fixtures/iibench-report/${report}`)
  const files = readdirSync(folder).map((name) => ({
    path: `${report}/${name}`,
    text: readFileSync(`${folder}/${name}`, 'utf8'),
  }))
  const { documents } = importFiles(files, { profile: demoProfile })
  return documents.map((document) => ({
    ...document,
    source: {
      name: `mdcallag/mdcallag.github.io reports/${report}`,
      url: `https://github.com/mdcallag/mdcallag.github.io/blob/${COMMIT}/reports/${report}/all.html`,
    },
  }))
}

const serverOf = ({ product, version, config }: UploadDocument) => JSON.stringify([product, version, config.name])
