/** Quotes text of a file in a message, cut to 60 characters. */
export function quote(text: string): string {
  return `\`${text.length > 60 ? `${text.slice(0, 60)}...` : text}\``
}
