import type { Comparison } from '@assay/domain/compare/comparison'
import { studyPagePath } from '../study-href.ts'

/** Returns the address of the page with the details of one step. */
export function stepPath(project: string, comparison: Comparison, step: string): string {
  const path = studyPagePath(project, 'steps', comparison)
  return `${path}${path.includes('?') ? '&' : '?'}step=${encodeURIComponent(step)}#step`
}
