/** Presses of buttons that came before the page listens. */
export type EarlyPresses = {
  /** Does what was pressed, in its order, and holds nothing from now on. */
  letGo(): void
}

declare global {
  interface Window {
    assayEarlyPresses?: EarlyPresses
  }
}

/**
 * Holds presses of buttons that only a script answers. A page is read, and pressed, before its scripts have come; without
 * this such a press does nothing, or sends a form as an address and loses what was typed into it. Forms that work without
 * a script name where they lead, and are left alone. The function runs as text within the page (ui/inline-script.tsx)
 * and may use nothing from outside itself.
 */
export function holdEarlyPresses(): void {
  const held = new Set<HTMLButtonElement>()
  const hold = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (button === null || button.form?.hasAttribute('action') === true) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.add(button)
  }
  const { dataset } = document.documentElement
  // Sending a form by Enter presses its button, too.
  document.addEventListener('click', hold, true)
  dataset.early = ''
  window.assayEarlyPresses = {
    letGo() {
      document.removeEventListener('click', hold, true)
      delete dataset.early
      for (const button of held) button.click()
      held.clear()
    },
  }
}
