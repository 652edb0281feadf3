// Generates and builds without starting anything, for the image. npm start does the same before it starts.

import { buildWeb } from './start/build-web.ts'
import { generateClient } from './start/generate-client.ts'

const { signal } = new AbortController()
await generateClient(signal)
await buildWeb(signal)
