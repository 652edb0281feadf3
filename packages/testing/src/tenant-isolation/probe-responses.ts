import { extractText, getDocumentProxy } from 'unpdf'
import type { Pool } from '../fuzz-requests/sample-input.ts'

/** The text of a response; of a PDF, the words on its pages. */
export async function textOfResponse(answer: Response): Promise<string> {
  if (answer.headers.get('content-type') !== 'application/pdf') return answer.text()
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())))
  // Lines are broken at the edge of the page, even within a word.
  return text.join('').replaceAll(/\s+/g, '')
}

/** `pool` without values that also occur in `own`. */
export function withoutValues(own: ReadonlySet<unknown>, pool: Pool): Pool {
  return Object.fromEntries(Object.entries(pool).map(([name, values]) => [name, values.filter((one) => !own.has(one))]))
}

/** An id in the same format that no object has. */
export function nonexistentLike(value: unknown): unknown {
  const text = String(value)
  if (/^[0-9a-f]{8}-/.test(text)) return `${text.slice(0, -12)}${text.slice(-12).replace(/./g, 'f')}`
  if (/^[0-9a-f]{64}$/.test(text)) return text.replace(/[0-9]/g, 'e')
  return text.includes('birch') ? text.replaceAll('birch', 'nobody') : value
}

/** The response without repeated input, ids and times. */
export function withoutIds(text: string, pool: Pool): string {
  const requested = Object.values(pool)
    .flat()
    .map(String)
    .filter((value) => value.length > 8)
  const plain = requested.reduce((rest, value) => rest.replaceAll(value, '…'), text)
  return plain.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…')
}
