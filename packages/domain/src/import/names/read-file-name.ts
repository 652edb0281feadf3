import type { Fields } from '../fields.ts'
import { certainFields, readName } from './read-name.ts'

const ENDING = /\.(?:txt|log|out|json|csv|tsv|result|res)$/i

/**
 * The facts of a file name by common spellings, as in `pg18.1_oltp_insert_c40.log`; the remaining words are the test.
 * Null when the name states no fact with certainty.
 */
export function readFileName(name: string): { rule: null; fields: Fields } | null {
  const read = readName(name.replace(ENDING, ''))
  const fields = certainFields(read)
  if (Object.keys(fields).length === 0) return null
  const test = read.rest.join('_')
  return { rule: null, fields: { ...(test === '' ? {} : { test }), ...fields } }
}
