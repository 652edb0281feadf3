// finish-build.ts STATIC SERVER: compresses the static files of a build, and shortens the scripts of its server. A process
// of its own, because the memory that it needs would stay with `npm start` as long as the product runs.

import { compressStatic } from './compress-static.ts'
import { escapeWideCharacters } from './escape-wide-characters.ts'

const [, , staticFiles = '', serverFiles = ''] = process.argv
await Promise.all([compressStatic(staticFiles), escapeWideCharacters(serverFiles)])
