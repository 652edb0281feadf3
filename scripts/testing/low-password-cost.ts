import { registerHooks } from 'node:module'
import type { ScryptCost } from '@assay/api/accounts/password-cost'

/** The cost of tests with a database, in which hashing would otherwise take a quarter of the time. */
export const PASSWORD_COST: ScryptCost = { logN: 10, r: 8, p: 1 }

const REPLACED = Symbol.for('assay.low-password-cost')

// Replaces password-cost.ts by this module, once in each worker: test files share modules.
if (!(REPLACED in globalThis)) {
  Object.defineProperty(globalThis, REPLACED, { value: true })
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier.endsWith('/password-cost.ts') ? import.meta.url : specifier, context),
  })
}
