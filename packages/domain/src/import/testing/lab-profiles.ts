import { unwrap } from '../../result.ts'
import { type ImportProfile, parseImportProfile } from '../profile.ts'
import { SHIPPED_PROFILES } from '../shipped-profiles.ts'
import { demoProfile } from './demo-profile.ts'

const onLab = (profile: ImportProfile): ImportProfile => ({
  ...profile,
  defaults: { ...profile.defaults, hardware: 'lab' },
})

/** For tests about something else than machines: results that name no machine are of `lab`. */
export const labArchive = onLab(demoProfile)
export const labPlain = onLab(unwrap(parseImportProfile(SHIPPED_PROFILES.plain)))
