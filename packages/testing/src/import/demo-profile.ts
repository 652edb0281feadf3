import { readFileSync } from 'node:fs'
import { parseImportProfile } from '@assay/domain/import/profile/profile'
import { unwrap } from '@assay/domain/result'

/** The import profile of the demo, which knows the machines and data sets of the benchmark archive. */
export const demoProfile = unwrap(
  parseImportProfile(readFileSync(new URL('../../../../demo/profile.yaml', import.meta.url), 'utf8')),
)
