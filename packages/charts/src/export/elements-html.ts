import type { Grid } from '@assay/domain/compare/grid'
import { escapeHtml } from '@assay/domain/compare/render/escape-html'
import { type CellLinks, renderHtml } from '@assay/domain/compare/render/render-html'
import { cellText, type FactTable } from '@assay/domain/compare/studies/pages/fact-table'
import type { StudyElement } from '@assay/domain/compare/studies/pages/study-page'
import { shapesSvg } from '../svg/chart-svg.ts'
import { drawingsOf, type NamedDrawing } from './named-drawings.ts'

/**
 * Renders elements of a page as markup that needs no style sheet or script; names are escaped. Headings are h2, below
 * the title of a share.
 *
 * @param below returns markup below a drawing, such as links to its files.
 * @param draw renders the drawing; SVG by default.
 * @param heading the tag of section titles.
 * @param links links to cells; tables are counted across the whole page.
 */
export function elementsHtml(
  parts: readonly StudyElement[],
  {
    below = () => '',
    draw: drawn = ({ shapes }) => shapesSvg(shapes),
    heading = 'h2',
    links = null,
  }: {
    below?: (drawing: NamedDrawing) => string
    draw?: (drawing: NamedDrawing) => string
    heading?: 'h2' | 'p'
    links?: Omit<CellLinks, 'firstTable'> | null
  } = {},
): string {
  const drawings = drawingsOf(parts)
  let next = 0
  let tables = 0
  const gridHtml = (grid: Grid): string => {
    const firstTable = tables
    tables += grid.tables.length
    return renderHtml(grid, links === null ? null : { ...links, firstTable })
  }
  const drawing = (): string => {
    const one = drawings[next++]
    return one === undefined ? '' : `<div data-chart="${one.id}">${drawn(one)}${below(one)}</div>`
  }
  const draw = (part: StudyElement): string => {
    switch (part.kind) {
      case 'section': {
        const title = heading === 'p' ? `<strong>${escapeHtml(part.title)}</strong>` : escapeHtml(part.title)
        const aside = part.aside === undefined || part.aside === '' ? '' : `<p>${escapeHtml(part.aside)}</p>`
        return `<section><${heading}>${title}</${heading}>${aside}${part.parts.map(draw).join('\n')}</section>`
      }
      case 'text':
        return `<p>${escapeHtml(part.text)}</p>`
      case 'empty':
        return `<p><strong>${escapeHtml(part.title)}.</strong> ${escapeHtml(part.text)}</p>`
      case 'facts':
        return scrolling(part.table.caption, factsHtml(part.table))
      case 'grid':
        return scrolling(part.label ?? 'Tables', gridHtml(part.grid))
      case 'metrics':
        return scrolling(part.title, gridHtml(part.grid))
      case 'charts':
        return `<div data-charts="${part.models.length}">${part.models.map(drawing).join('\n')}</div>`
      case 'flame':
        return drawing()
    }
  }
  return parts.map(draw).join('\n')
}

/** Wraps markup that may be wider than the page in a scroll area that the keyboard can reach. */
const scrolling = (label: string, markup: string): string =>
  `<div role="group" tabindex="0" aria-label="${escapeHtml(label)}" style="overflow-x:auto">${markup}</div>`

// An inline style, because blogs and mail programs remove style sheets; equal to that of table cells.
const NUMBER = 'padding:2px 8px;text-align:right'
const NAME = 'padding:2px 8px;text-align:left;font-weight:normal'
const GROUP = 'padding:8px 8px 2px;text-align:left'

function factsHtml({ caption, columns, groups }: FactTable): string {
  const styleOf = (at: number) => (columns[at]?.numeric ? NUMBER : NAME)
  const head = columns.map(({ header, about }, at) => {
    const title = about === undefined ? '' : ` title="${escapeHtml(about)}"`
    return `<th scope="col" style="${styleOf(at)}"${title}>${escapeHtml(header)}</th>`
  })
  return [
    '<table style="border-collapse:collapse;font-variant-numeric:tabular-nums">',
    `<caption style="text-align:left">${escapeHtml(caption)}</caption>`,
    `<thead><tr>${head.join('')}</tr></thead>`,
    ...groups.flatMap(({ name, rows }) => [
      '<tbody>',
      ...(name === ''
        ? []
        : [`<tr><th scope="rowgroup" colspan="${columns.length}" style="${GROUP}">${escapeHtml(name)}</th></tr>`]),
      ...rows.map(({ cells }) => {
        const drawn = cells.map((cell, at) => {
          const text = escapeHtml(cellText(cell))
          return at === 0 ? `<th scope="row" style="${NAME}">${text}</th>` : `<td style="${styleOf(at)}">${text}</td>`
        })
        return `<tr>${drawn.join('')}</tr>`
      }),
      '</tbody>',
    ]),
    '</table>',
  ].join('\n')
}
