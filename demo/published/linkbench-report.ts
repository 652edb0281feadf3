import { readdirSync, readFileSync } from 'node:fs'
import { archiveProfileYaml } from '@assay/domain/import/archive-profile'
import { importFiles } from '@assay/domain/import/import-files'
import { parseImportProfile } from '@assay/domain/import/profile'
import { unwrap } from '@assay/domain/result'
import type { PublishedSet } from './published-set.ts'

const REPORT = '20_09_11_linkb_200m_inno'
const COMMIT = '14b4f3c92364'

/** A Linkbench report on Postgres, MySQL and MyRocks with response times of all ten operations. */
export const linkbenchReport: PublishedSet = {
  name: 'sep20.linkbench.200m',
  make(archive) {
    const folder = `${archive}/fixtures/linkbench-report/${REPORT}`
    const files = readdirSync(folder).map((name) => ({
      path: `${REPORT}/${name}`,
      text: readFileSync(`${folder}/${name}`, 'utf8'),
    }))
    const profile = unwrap(parseImportProfile(archiveProfileYaml))
    const { documents } = importFiles(files, { profile, overrides: { workload: '200m' } })
    return documents.map((document) => ({
      ...document,
      source: {
        name: `mdcallag/mdcallag.github.io reports/${REPORT}`,
        url: `https://github.com/mdcallag/mdcallag.github.io/blob/${COMMIT}/reports/${REPORT}/all.html`,
      },
    }))
  },
}
