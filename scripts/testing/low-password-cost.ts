import type { ScryptCost } from '@assay/api/accounts/password-cost'

/** Replaces password-cost.ts in tests with a database, in which hashing would take a quarter of the time. */
export const PASSWORD_COST: ScryptCost = { logN: 10, r: 8, p: 1 }
