/** Cost of scrypt: N as its base-2 logarithm, r and p. */
export type ScryptCost = { logN: number; r: number; p: number }

/**
 * The minimum of the OWASP Password Storage Cheat Sheet for scrypt: 128 MB for each hash. A module of its own, because
 * tests that hash hundreds of passwords replace it with a lower cost (vitest.config.ts).
 */
export const PASSWORD_COST: ScryptCost = { logN: 17, r: 8, p: 1 }
