import { comparePath, studyPath } from '../../paths.ts'

/** Where the comparison of a figure is explored. */
export const figurePath = (project: string, { study, query }: { study: string | null; query: string }) =>
  study === null ? comparePath(project, query) : studyPath(project, study, query)
