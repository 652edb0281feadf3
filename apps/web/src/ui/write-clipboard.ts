type Text = string | Promise<string>

/**
 * Copies text to the clipboard, and HTML as an alternative when it is given. Promises are accepted too, because some
 * browsers allow copying only while the click is being handled. Pages over plain http from another machine have no
 * clipboard API, so they copy through a selection.
 *
 * @returns false when the browser refuses both; rejects when a promise does.
 */
export async function writeClipboard({ text, html }: { text: Text; html?: Text }): Promise<boolean> {
  try {
    const parts = {
      'text/plain': blobOf(text, 'text/plain'),
      ...(html === undefined ? {} : { 'text/html': blobOf(html, 'text/html') }),
    }
    await navigator.clipboard.write([new ClipboardItem(parts)])
    return true
  } catch {
    return copyBySelection(await text)
  }
}

async function blobOf(text: Text, type: string): Promise<Blob> {
  return new Blob([await text], { type })
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  const focused = document.activeElement
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
