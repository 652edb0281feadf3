import { quotaExceeded } from '@assay/db/quota-exceeded'
import type { QuotaExceeded, QuotaKind } from '@assay/db/types'
import { type AppError, appError } from '../errors.ts'

const NEXT_STEP: Record<QuotaKind, string> = {
  projects: 'Delete a project that is no longer needed',
  members: 'Remove a member',
  runs: 'Remove runs that are no longer needed',
  bytes: 'Remove runs that are no longer needed, or shorten how long raw files and samples are kept',
  links: 'Revoke a link that is no longer needed',
}

/** The error for a caller whose change was refused by a quota; null for any other fault. */
export function quotaError(cause: unknown): AppError | null {
  const refused = quotaExceeded(cause)
  return refused === null ? null : appError('quota-exceeded', quotaDetail(refused))
}

function quotaDetail({ kind, of, name, used, max }: QuotaExceeded): string {
  const stored = kind === 'runs' || kind === 'bytes'
  const state = stored
    ? `stores ${used.toLocaleString('en')} of at most ${max.toLocaleString('en')} ${kind}, and this needs more than is left`
    : `has ${(used - 1).toLocaleString('en')} of at most ${max.toLocaleString('en')} ${kind}`
  const raise =
    of === 'project'
      ? "ask an owner to raise the project's quota in its settings"
      : 'ask the operator for a higher quota'
  return `The ${of} ${name} ${state}. Nothing was stored. ${NEXT_STEP[kind]}, or ${raise}.`
}
