/**
 * The function with its last answer remembered. Several formats ask one after the other which table a file holds, and
 * the text may be megabytes.
 */
export function rememberLast<T>(recognise: (name: string, text: string) => T): (name: string, text: string) => T {
  let last: { name: string; text: string; answer: T } | null = null
  return (name, text) => {
    if (last === null || last.name !== name || last.text !== text) last = { name, text, answer: recognise(name, text) }
    return last.answer
  }
}
