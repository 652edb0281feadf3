'use client'

import { specPath } from '../../paths.ts'
import { useGuestSecret } from './guest-link.tsx'

/** A comment of another spec, as `DS-1 F-2`; guests see its name without a link. */
export function CommentLink({ project, point }: { project: string; point: string }) {
  const secret = useGuestSecret()
  const [spec, feedback] = point.split(' ')
  if (secret !== null || spec === undefined || feedback === undefined) return point
  return <a href={`${specPath(project, spec)}#${feedback}`}>{point}</a>
}
