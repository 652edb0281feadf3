import type { Actor, OwnedTarget, Project, ProjectQueries } from '@assay/db/types'

/** For whom targets are: a project, or a person who reads it. */
export type TargetOwner = {
  project: Project
  /** Null for the project's own. */
  personId: string | null
  queries: ProjectQueries
  by: Actor
}

export const ownedTarget = ({ project, personId }: TargetOwner, id: string): OwnedTarget => ({
  projectId: project.id,
  personId,
  id,
})
