import { readFileSync } from 'node:fs'
import { parseImportProfile } from '@assay/domain/import/profile'
import { unwrap } from '@assay/domain/result'

/** The import profile of the demo, with the machines and data sets that its figures come from. */
export const demoProfile = unwrap(parseImportProfile(readFileSync(new URL('profile.yaml', import.meta.url), 'utf8')))
