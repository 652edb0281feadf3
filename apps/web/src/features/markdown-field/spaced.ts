/** Adds the line breaks that the block lacks before and after it. */
export function spaced({ before, block, after }: { before: string; block: string; after: string }): string {
  const start = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const end = after === '' ? '\n' : after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n'
  return `${start}${block}${end}`
}
