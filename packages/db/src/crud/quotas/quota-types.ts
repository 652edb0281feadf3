import type { Actor } from '../../types.ts'

/** `links` are those that open without an account; `bytes` are those of values (8 each), samples and raw files. */
export type QuotaKind = 'projects' | 'members' | 'runs' | 'bytes' | 'links'

/** Limits by kind; a missing kind has no limit. */
export type Quotas = Partial<Record<QuotaKind, number>>

export type QuotaUse = {
  kind: QuotaKind
  used: number
  /** Null for no limit. */
  max: number | null
}

/** A change that was refused because it exceeds a quota. */
export type QuotaExceeded = {
  kind: QuotaKind
  of: 'organization' | 'project'
  /** Name of the organization or project. */
  name: string
  /** Amount before the change for runs and bytes, and including it for the other kinds. */
  used: number
  max: number
}

export type StoredBytes = { values: number; samples: number; files: number }

export type QuotaStore = {
  ofOrganization(id: string): Promise<QuotaUse[]>
  ofProject(project: { id: string; organization: { id: string } }): Promise<QuotaUse[]>
  /** Bytes by kind for each project of an organization, largest first. */
  storedBytes(organizationId: string): Promise<(StoredBytes & { projectId: string })[]>
  setForOrganization(id: string, changes: QuotaChanges, by: Actor): Promise<void>
  setForProject(project: { id: string; organization: { id: string } }, changes: QuotaChanges, by: Actor): Promise<void>
}

/** Null removes a limit; a missing kind keeps its limit. */
export type QuotaChanges = { [Kind in QuotaKind]?: number | null | undefined }
