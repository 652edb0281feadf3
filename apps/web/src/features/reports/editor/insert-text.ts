/**
 * Puts a block at the cursor of a text field, on lines of its own. The browser's own editing command keeps what was
 * typed undoable; where it is not there, the field is set.
 */
export function insertBlock(field: HTMLTextAreaElement, block: string): void {
  const { value, selectionStart, selectionEnd } = field
  const text = spaced({ before: value.slice(0, selectionStart), block, after: value.slice(selectionEnd) })
  field.focus()
  if (document.execCommand('insertText', false, text)) return
  field.setRangeText(text, selectionStart, selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The block with as many line breaks around it as it lacks. */
export function spaced({ before, block, after }: { before: string; block: string; after: string }): string {
  const start = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const end = after === '' ? '\n' : after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n'
  return `${start}${block}${end}`
}
