import type { Share } from '@assay/db/types'
import type { ProjectAccess } from '../access/resolve-access.ts'

/** A share with its address; a secret address is only known right after its creation. */
export type ShareWithAddress = Share & { secret: string | null; url: string | null }

export function shareWithAddress(
  { project }: ProjectAccess,
  share: Share,
  { publicUrl, secret }: { publicUrl: string; secret: string | null },
): ShareWithAddress {
  const path =
    share.slug !== null
      ? `/published/${project.organization.slug}/${share.slug}`
      : secret === null
        ? null
        : `/s/${secret}`
  return { ...share, secret, url: path === null ? null : `${publicUrl}${path}` }
}
