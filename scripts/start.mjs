// npm start: from a bare checkout to a running Assay. The steps are in start/start.ts, which runs after the bootstrap.

import { bootstrap } from './lib/bootstrap/bootstrap.mjs'
import { cacheCompiledModules } from './lib/bootstrap/compile-cache.mjs'

await bootstrap()
cacheCompiledModules()
await import('./start/start.ts')
