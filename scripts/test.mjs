// npm test: everything that proves this checkout, from a bare one on. What it does is in test/test.ts.
// Parts by name: node scripts/test.mjs types lint unit programs e2e. --all adds what needs more than Node.

import { bootstrap } from './lib/bootstrap/bootstrap.mjs'

await bootstrap()
await import('./test/test.ts')
