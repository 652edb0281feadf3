// npm test: all checks of this checkout, starting from a bare one. The steps are in test/run-checks.ts. Parts by name: node
// scripts/test.mjs types lint unit programs e2e. --all adds the parts that need more than Node.

import { bootstrap } from './lib/bootstrap/bootstrap.mjs'

await bootstrap()
await import('./test/run-checks.ts')
