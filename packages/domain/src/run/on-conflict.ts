import { z } from 'zod'

/**
 * How to store a result that has the coordinates of a stored one (build, config, hardware, workload, repeat, test,
 * clients, parameters) and a different value: refuse the upload, store the run as a further repeat, or let it replace
 * the stored values in comparisons.
 */
export const ON_CONFLICT = ['stop', 'repeat', 'replace'] as const

export const OnConflict = z.enum(ON_CONFLICT)
export type OnConflict = z.infer<typeof OnConflict>
