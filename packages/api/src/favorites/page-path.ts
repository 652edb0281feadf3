import type { Project } from '@assay/db/types'
import { isKeyOf, pathOfProject, projectKey, projectPath, splitProjectPath } from '@assay/domain/projects/project-key'
import { err } from '@assay/domain/result'
import { appError } from '../errors.ts'
import { orThrow } from '../trpc.ts'

/**
 * The path as it is stored: below `/p/NAME`, as earlier versions stored it. It must be in the project; otherwise a
 * favorite of one project could link to another.
 */
export function storedPath(project: Project, path: string): string {
  const split = splitProjectPath(path)
  if (split !== null && isKeyOf(split.key, projectKey(project))) return `${projectPath(project.slug)}${split.rest}`
  const root = pathOfProject(project)
  return orThrow(
    err(
      appError(
        'query-invalid',
        `The page ${path} is not below ${root}. Nothing was saved. Send the path of a page of this project.`,
      ),
    ),
  )
}

/** A saved page with its path of today. */
export const withPath = <T extends { path: string }>(project: Project, page: T): T => ({
  ...page,
  path: `${pathOfProject(project)}${splitProjectPath(page.path)?.rest ?? ''}`,
})
