/** State of the keyboard shortcut for search, collected until the palette opens. */
type SearchKeys = {
  /** Text typed since the shortcut was pressed; null when it was not pressed. */
  typed: string | null
  /** True while the palette handles the keyboard: nothing is buffered. */
  isOpen: boolean
  /** Called when search is opened; null before hydration. */
  onAsk: (() => void) | null
}

declare global {
  interface Window {
    assaySearchKeys?: SearchKeys
  }
}

/**
 * Handles Ctrl+K, Cmd+K and `/`, and buffers the text typed after them. A page is visible before its scripts are
 * loaded, and a key pressed then must not be lost. The function therefore runs twice, first as text inlined in the page
 * (ui/inline-script.tsx), then from the script of the page, which finds the existing listener. It must not refer to
 * anything outside its own body.
 */
export function listenForSearch(): SearchKeys {
  if (window.assaySearchKeys !== undefined) return window.assaySearchKeys
  const keys: SearchKeys = { typed: null, isOpen: false, onAsk: null }
  window.assaySearchKeys = keys
  document.addEventListener('keydown', (event) => {
    const { target, key } = event
    // Pages without search do not handle these keys.
    if (document.querySelector('[data-search]') === null) return
    const isTyping =
      target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
    const isCommand = event.metaKey || event.ctrlKey
    if ((key === 'k' && isCommand) || (key === '/' && !isCommand && !isTyping && keys.typed === null)) {
      event.preventDefault()
      if (keys.isOpen) return
      keys.typed ??= ''
      keys.onAsk?.()
    } else if (keys.typed !== null && !keys.isOpen && !isTyping && !isCommand && !event.altKey) {
      if (key === 'Escape') keys.typed = null
      else if (key === 'Backspace') keys.typed = keys.typed.slice(0, -1)
      else if (key.length === 1) keys.typed += key
      else return
      event.preventDefault()
    }
  })
  return keys
}
