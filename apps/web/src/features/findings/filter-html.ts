import { FINDING_STATES } from '@assay/domain/findings/finding'
import type { FindingFilters } from '@assay/domain/findings/stored-finding'
import type { FindingCount } from '../../trpc/answers.ts'
import { type Html, html } from '../../ui/html.ts'

const MIN_CHANGE_OPTIONS = [
  { value: '0', label: 'any size' },
  { value: '0.05', label: '5% and more' },
  { value: '0.1', label: '10% and more' },
  { value: '0.25', label: '25% and more' },
]

/** The filters of the inbox, each value with its number of findings. */
export function filterHtml(filters: FindingFilters, counts: readonly FindingCount[]): Html {
  const countOf = (key: 'product' | 'hardware' | 'state' | 'direction') => {
    const sums = new Map<string, number>()
    for (const row of counts) {
      const count = row.count + (filters.explained ? row.explained : 0)
      if (count > 0) sums.set(row[key], (sums.get(row[key]) ?? 0) + count)
    }
    return sums
  }
  const directions = countOf('direction')
  const explained = counts.reduce((sum, row) => sum + row.explained, 0)
  const states = countOf('state')
  const counted = (sums: ReadonlyMap<string, number>) =>
    [...sums].map(([value, count]) => ({ value, label: `${value} (${count})` }))
  return html`
    ${select(
      'state',
      'State',
      FINDING_STATES.filter((state) => states.has(state)).map((value) => ({
        value,
        label: `${value} (${states.get(value) ?? 0})`,
      })),
      filters.state[0],
    )}
    ${select('product', 'Product', counted(countOf('product')), filters.product[0])}
    ${select('hardware', 'Hardware', counted(countOf('hardware')), filters.hardware[0])}
    ${select(
      'direction',
      'Direction',
      [
        { value: 'worse', label: `regressions (${directions.get('worse') ?? 0})` },
        { value: 'better', label: `improvements (${directions.get('better') ?? 0})` },
      ],
      filters.direction[0],
    )}
    <label>Size<select name="least">
      ${MIN_CHANGE_OPTIONS.map(
        ({ value, label }) =>
          html`<option value="${value}"${Number(value) === filters.least && html` selected`}>${label}</option>`,
      )}
    </select></label>
    ${
      explained > 0 &&
      html`<label>Over several versions<select name="explained">
        <option value="">without those that single steps explain</option>
        <option value="1"${filters.explained && html` selected`}>all (${String(explained)} more)</option>
      </select></label>`
    }`
}

const select = (
  name: string,
  label: string,
  options: readonly { value: string; label: string }[],
  chosen: string | undefined,
): Html => html`
  <label>${label}<select name="${name}">
    <option value="">all</option>
    ${options.map(
      (option) =>
        html`<option value="${option.value}"${option.value === chosen && html` selected`}>${option.label}</option>`,
    )}
  </select></label>`
