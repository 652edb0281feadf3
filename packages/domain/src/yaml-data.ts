import type { Document } from 'yaml'
import { err, ok, type Result } from './result.ts'

/** A document of a few lines can stand for gigabytes by aliases of aliases. */
const MAX_ALIASES = 20

/** The data of a document. The error is a sentence. */
export function yamlData(document: Pick<Document, 'toJS'>): Result<unknown, string> {
  try {
    // The type of toJS is any.
    const data: unknown = document.toJS({ maxAliasCount: MAX_ALIASES })
    return ok(data)
  } catch (error) {
    // The yaml package throws ReferenceError for unresolved and for excessive aliases.
    if (error instanceof Error) return err(error.message)
    throw error
  }
}
