import type { Format } from '../../import/format.ts'
import { readServerVersion } from './printed-version.ts'

/** Format of files in which a server prints its version. It is that of the runs in and below the folder of the file. */
export const serverVersionFormat: Format = {
  kind: 'server-version',
  phase: 'companion',
  recognize: (_name, text) => readServerVersion(text) !== null,
  read(context, file) {
    const found = readServerVersion(file.text)
    if (found === null) return
    context.understood.push({ path: file.path, kind: 'server-version' })
    const folder = file.plainPath.slice(0, file.plainPath.lastIndexOf('/') + 1)
    context.serverVersions.push({ ...found, path: file.path, folder })
  },
}
