import { z } from 'zod'
import { noteText } from '../../findings/notes/note-text.ts'

/** Excludes a run, or one of its results, from means and bands. The reason is shown with its numbers. */
export const NewInvalidation = z
  .strictObject({
    /** A result of that run; absent for the run as a whole. */
    resultId: z.uuid().nullish(),
    reason: noteText(1_000),
  })
  .meta({ id: 'NewInvalidation', description: 'Why a run, or one result of it, must not be compared' })
export type NewInvalidation = z.infer<typeof NewInvalidation>

export const Invalidation = z
  .object({
    id: z.uuid(),
    runId: z.uuid(),
    /** Null for the run as a whole. */
    resultId: z.uuid().nullable(),
    reason: z.string(),
    /** Name of the token that it was made with. */
    madeBy: z.string(),
    madeAt: z.string(),
    withdrawnBy: z.string().nullable(),
    withdrawnAt: z.string().nullable(),
  })
  .meta({ id: 'Invalidation' })
export type Invalidation = z.infer<typeof Invalidation>

/** Text that is shown on the run and on every cell. */
export const invalidationText = ({ reason, madeBy, madeAt }: Pick<Invalidation, 'reason' | 'madeBy' | 'madeAt'>) =>
  `Excluded by ${madeBy} on ${madeAt.slice(0, 10)}: ${reason}`
