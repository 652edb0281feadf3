/** Clicks on buttons from before hydration. */
type EarlyClicks = {
  /** Replays the held clicks in their order, and stops holding further ones. */
  replay(): void
}

declare global {
  interface Window {
    assayEarlyClicks?: EarlyClicks
  }
}

/**
 * Holds clicks on buttons that need JavaScript until the page is hydrated. Otherwise an early click does nothing, or
 * sends the form as a GET request and loses its text. Forms with an `action` work without JavaScript and are left
 * alone. The function is inlined into the page as text (ui/inline-script.tsx), so it must not use anything from outside
 * itself.
 */
export function holdEarlyClicks(): void {
  const held = new Set<HTMLButtonElement>()
  const hold = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (button === null || button.form?.hasAttribute('action') === true) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.add(button)
  }
  const { dataset } = document.documentElement
  // Enter in a form clicks its button as well.
  document.addEventListener('click', hold, true)
  dataset.early = ''
  window.assayEarlyClicks = {
    replay() {
      document.removeEventListener('click', hold, true)
      delete dataset.early
      for (const button of held) button.click()
      held.clear()
    },
  }
}
