/** Below this width the style sheet docks the box at the bottom of the window. */
const NARROW = '(max-width: 700px)'
const GAP = 6
const MARGIN = 8

/** Positions a box below an element, above it when there is no room below, and always inside the window. */
export function positionPopover(box: HTMLElement, anchor: HTMLElement): void {
  if (matchMedia(NARROW).matches) return
  const at = anchor.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const { offsetWidth, offsetHeight } = box
  const left = Math.min(Math.max(MARGIN, at.left), clientWidth - offsetWidth - MARGIN)
  const roomBelow = clientHeight - at.bottom - GAP - MARGIN
  const below = roomBelow >= Math.min(offsetHeight, 300) || at.top < clientHeight / 2
  box.style.left = `${left}px`
  if (below) {
    box.style.top = `${at.bottom + GAP}px`
    box.style.maxHeight = `${Math.max(160, roomBelow)}px`
  } else {
    box.style.bottom = `${clientHeight - at.top + GAP}px`
    box.style.maxHeight = `${at.top - GAP - MARGIN}px`
  }
}
