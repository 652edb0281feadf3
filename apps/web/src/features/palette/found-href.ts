import { joinList } from '@assay/domain/compare/render/list-text'
import { isPickedStudy } from '@assay/domain/compare/studies/selection/study-choice'
import {
  buildPath,
  comparePath,
  configPath,
  hardwarePath,
  knownBugPath,
  reportPath,
  runPath,
  savedPath,
  specPath,
  studyPath,
  versionPath,
} from '../../paths.ts'
import type { Found } from '../../trpc/api-types.ts'

/** Returns the address of a search result: its page, else a comparison filtered to it. */
export function foundHref(project: string, { kind, key, filters, study }: Found): string {
  switch (kind) {
    case 'run':
      return runPath(project, key)
    case 'build':
      return buildPath(project, key)
    case 'config':
      return configPath(project, key)
    case 'hardware':
      return hardwarePath(project, key)
    case 'version':
      return versionPath(project, filters.product ?? '', filters.version ?? '')
    case 'known bug':
      return knownBugPath(project, key)
    case 'report':
      return reportPath(project, key)
    case 'spec':
      return specPath(project, key)
    case 'saved comparison':
      return savedPath(project, key)
    case 'metric':
      return comparePath(project, new URLSearchParams({ metrics: joinList([key]) }).toString())
    case 'study':
      return study !== undefined && isPickedStudy(study) ? studyPath(project, study, key) : comparePath(project, key)
    default: {
      // Written without the schema of queries, whose code the palette need not load for a link.
      const selected = Object.entries(filters).map(([dimension, value]): [string, string] => [
        dimension,
        joinList([value]),
      ])
      return comparePath(project, new URLSearchParams(selected).toString())
    }
  }
}
