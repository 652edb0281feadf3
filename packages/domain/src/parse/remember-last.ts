/** Caches the last result of a recognizer, because several formats test the same text, which may be megabytes long. */
export function rememberLast<T>(recognize: (name: string, text: string) => T): (name: string, text: string) => T {
  let last: { name: string; text: string; answer: T } | null = null
  return (name, text) => {
    if (last === null || last.name !== name || last.text !== text) last = { name, text, answer: recognize(name, text) }
    return last.answer
  }
}
