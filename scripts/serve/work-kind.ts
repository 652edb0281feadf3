import type { IncomingMessage } from 'node:http'
import type { WorkKind } from '@assay/db/types'
import { isUpload } from '../proxy/choose-process.ts'
import { pathOf } from './secure-answer.ts'

/** Paths that render a whole table, picture or file. */
const EXPORT = /(?:\/export|\/picture|\.csv)$|\/chart\//

/** Returns the kind of work of a request, which decides its time-outs in the database. */
export function workKind(request: IncomingMessage): WorkKind {
  if (isUpload(request)) return 'upload'
  return EXPORT.test(pathOf(request)) ? 'export' : 'page'
}
