import { comparePath, studyPath } from '../../paths.ts'

/** Returns the address of a figure's comparison with current results. */
export const figurePath = (project: string, { study, query }: { study: string | null; query: string }) =>
  study === null ? comparePath(project, query) : studyPath(project, study, query)
