// npm start: from a bare checkout to a running Assay. What it does is in start/start.ts, once that can run.

import { bootstrap } from './lib/bootstrap/bootstrap.mjs'

await bootstrap()
await import('./start/start.ts')
