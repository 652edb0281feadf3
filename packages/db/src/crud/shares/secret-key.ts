/** Identifies a link by its secret; `projectId` is null when the secret does not name its project. */
export type SecretKey = { secretSha256: string; projectId: string | null }

/** The filter that finds it; with the project it reads one shard of a distributed database. */
export const ofSecret = ({ secretSha256, projectId }: SecretKey) =>
  projectId === null ? { secretSha256 } : { secretSha256, projectId }
