import { readdirSync, readFileSync } from 'node:fs'
import { importFiles } from '@assay/domain/import/import-files'
import type { UploadHardware } from '@assay/domain/run/upload-document'
import { archivePath } from '@assay/testing/archive/archive'
import { demoProfile } from '@assay/testing/import/demo-profile'
import type { PublishedSet } from './published-set.ts'

const REPORT = '20_09_11_linkb_200m_inno'
const COMMIT = '14b4f3c92364'

/** Hardware as stated on the page of the report. */
const HARDWARE: UploadHardware = {
  name: 'c3.8xlarge',
  cores: 16,
  smt: false,
  memoryGb: 60,
  storage: 'EBS, 20,000 provisioned IOPS',
  cloudType: 'AWS c3.8xlarge',
}

/** A Linkbench report on Postgres, MySQL and MyRocks with response times of all ten operations. */
export const linkbenchReport: PublishedSet = {
  name: 'sep20.linkbench.200m',
  needsArchive: true,
  make() {
    const folder = archivePath(`fixtures/linkbench-report/${REPORT}`)
    const files = readdirSync(folder).map((name) => ({
      path: `${REPORT}/${name}`,
      text: readFileSync(`${folder}/${name}`, 'utf8'),
    }))
    const { documents } = importFiles(files, {
      profile: demoProfile,
      overrides: { workload: 'maxid1=200m', hardware: HARDWARE },
    })
    return documents.map((document) => ({
      ...document,
      source: {
        name: `mdcallag/mdcallag.github.io reports/${REPORT}`,
        url: `https://github.com/mdcallag/mdcallag.github.io/blob/${COMMIT}/reports/${REPORT}/all.html`,
      },
    }))
  },
}
