import type { Fields } from '../fields.ts'
import { certainFields, readName } from './read-name.ts'

const ENDING = /\.(?:txt|log|out|json|csv|tsv|result|res)$/i

/**
 * The facts of a file name by common spellings, `pg18.1_oltp_insert_c40.log`; the rest of the name is the test. Null when
 * it states no fact that is certain.
 */
export function readFileName(name: string): { rule: null; fields: Fields } | null {
  const read = readName(name.replace(ENDING, ''))
  const fields = certainFields(read)
  if (Object.keys(fields).length === 0) return null
  const test = read.rest.join('_')
  return { rule: null, fields: { ...(test === '' ? {} : { test }), ...fields } }
}
