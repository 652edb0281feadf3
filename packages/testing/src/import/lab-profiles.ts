import { type ImportProfile, parseImportProfile } from '@assay/domain/import/profile/profile'
import { SHIPPED_PROFILES } from '@assay/domain/import/profile/shipped-profiles'
import { unwrap } from '@assay/domain/result'
import { demoProfile } from './demo-profile.ts'

const onLab = (profile: ImportProfile): ImportProfile => ({
  ...profile,
  defaults: { ...profile.defaults, hardware: 'lab' },
})

/** Assigns results without a machine to `lab`, for tests that are not about machines. */
export const labArchive = onLab(demoProfile)
export const labPlain = onLab(unwrap(parseImportProfile(SHIPPED_PROFILES.plain)))
