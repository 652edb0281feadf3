// npm test: all checks of this checkout, starting from a bare one. The steps are in test/run-checks.ts. Parts by name: node
// scripts/test.mjs types lint unit programs e2e. --all adds the parts that need more than Node.

import { bootstrap } from './lib/bootstrap/bootstrap.mjs'
import { cacheCompiledModules } from './lib/bootstrap/compile-cache.mjs'

await bootstrap()
cacheCompiledModules()
await import('./test/run-checks.ts')
