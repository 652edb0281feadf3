const MAX_PART = 300

/** The cell of a table or the point of a chart that was clicked, in words; null for the rest of a figure. */
export function figureCell(target: Element): string | null {
  const cell = target.closest('td, th')
  const words = cell === null ? pointText(target) : cellText(cell)
  return words === null || words === '' ? null : words.slice(0, MAX_PART)
}

/** The heads of the row and the column of a cell, and its text. */
function cellText(cell: Element): string {
  const row = cell.closest('tr')
  const index = row === null ? -1 : [...row.children].indexOf(cell)
  const rowHead = row?.querySelector(':scope > th')
  const head = cell.closest('table')?.querySelector('thead tr:last-child')?.children[index]
  const names = [rowHead, head].flatMap((one) => (one == null || one === cell ? [] : [textOf(one)]))
  const position = names.filter((one) => one !== '').join(', ')
  return position === '' ? textOf(cell) : `${position}: ${textOf(cell)}`
}

function pointText(target: Element): string | null {
  const point = target.closest('svg [aria-label], svg :has(> title)')
  if (point === null || point.tagName === 'svg') return null
  return point.getAttribute('aria-label') ?? point.querySelector('title')?.textContent.trim() ?? null
}

const textOf = (element: Element): string => element.textContent.replaceAll(/\s+/g, ' ').trim()
