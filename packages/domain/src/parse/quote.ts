/** What a file held, short enough for a message. */
export function quote(text: string): string {
  return `\`${text.length > 60 ? `${text.slice(0, 60)}...` : text}\``
}
