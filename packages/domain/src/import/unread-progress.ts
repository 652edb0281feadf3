/** A note about unreadable progress lines. Each such line loses only its own sample. */
export function unreadProgress({ unread, read }: { unread: number; read: number }): string[] {
  if (unread === 0) return []
  const total = unread + read
  const lines = total === 1 ? 'progress line was' : 'progress lines were'
  return [`${unread} of ${total} ${lines} unreadable; the samples of the others are stored.`]
}
