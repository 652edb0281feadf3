import type { IncomingMessage } from 'node:http'
import type { WorkKind } from '@assay/db/types'
import { chooseProcess } from '../proxy/choose-process.ts'
import { pathOf } from './secure-answer.ts'

/** Paths that render a whole table, picture or file. */
const EXPORT = /(?:\/export|\/picture|\.csv)$|\/chart\//

/** The kind of work that a request asks for, which has its own time-outs in the database. */
export function workKind(request: IncomingMessage): WorkKind {
  if (chooseProcess(request) === 'uploads') return 'upload'
  return EXPORT.test(pathOf(request)) ? 'export' : 'page'
}
