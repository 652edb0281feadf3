import { archiveProfileYaml } from './archive-profile.ts'
import { plainProfileYaml } from './plain-profile.ts'

/** The built-in import profiles, as YAML by name. */
export const SHIPPED_PROFILES: Readonly<Record<'archive' | 'plain', string>> = {
  archive: archiveProfileYaml,
  plain: plainProfileYaml,
}
