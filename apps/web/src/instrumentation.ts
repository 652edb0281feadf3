// Next loads this file when a server starts.

import { noteRequestError } from './server/request-errors.ts'

/** Next calls this for each error of a page. */
export function onRequestError(error: unknown): void {
  noteRequestError(error)
}
