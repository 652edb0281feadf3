import type { Actor, OwnedChannel, Project, ProjectQueries } from '@assay/db/types'

/** The owner of channels: a project, or a person with read access to it. */
export type ChannelOwner = {
  project: Project
  /** Null when the project owns the channel. */
  personId: string | null
  queries: ProjectQueries
  by: Actor
}

export const ownedChannel = ({ project, personId }: ChannelOwner, id: string): OwnedChannel => ({
  projectId: project.id,
  personId,
  id,
})
