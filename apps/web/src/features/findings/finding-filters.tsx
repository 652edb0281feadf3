import { FINDING_STATES } from '@assay/domain/findings/finding'
import type { FindingFilters as Filters } from '@assay/domain/findings/stored-finding'
import { showBidiControls } from '@assay/domain/json/readable-text'
import type { FindingCount } from '../../trpc/api-types.ts'
import { FormSelect, type SelectOption } from '../../ui/form-select.tsx'

const MIN_CHANGE_OPTIONS = [
  { value: '0', label: 'any size' },
  { value: '0.05', label: '5% and more' },
  { value: '0.1', label: '10% and more' },
  { value: '0.25', label: '25% and more' },
]

/** The filters of the inbox, each value with its number of findings. */
export function FindingFilters({ filters, counts }: { filters: Filters; counts: readonly FindingCount[] }) {
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
  return (
    <>
      <Choice
        name="state"
        label="State"
        options={FINDING_STATES.filter((state) => states.has(state)).map((value) => ({
          value,
          label: `${value} (${states.get(value) ?? 0})`,
        }))}
        chosen={filters.state[0]}
      />
      <Choice name="product" label="Product" options={counted(countOf('product'))} chosen={filters.product[0]} />
      <Choice name="hardware" label="Hardware" options={counted(countOf('hardware'))} chosen={filters.hardware[0]} />
      <Choice
        name="direction"
        label="Direction"
        options={[
          { value: 'worse', label: `regressions (${directions.get('worse') ?? 0})` },
          { value: 'better', label: `improvements (${directions.get('better') ?? 0})` },
        ]}
        chosen={filters.direction[0]}
      />
      <label>
        Size
        <FormSelect
          name="least"
          value={MIN_CHANGE_OPTIONS.find(({ value }) => Number(value) === filters.least)?.value ?? '0'}
          options={MIN_CHANGE_OPTIONS}
        />
      </label>
      {explained > 0 && (
        <label>
          Over several versions
          <FormSelect
            name="explained"
            value={filters.explained ? '1' : ''}
            options={[
              { value: '', label: 'without those explained by one release' },
              { value: '1', label: `all (${explained} more)` },
            ]}
          />
        </label>
      )}
    </>
  )
}

const counted = (sums: ReadonlyMap<string, number>): SelectOption[] =>
  [...sums].map(([value, count]) => ({ value, label: showBidiControls(`${value} (${count})`) }))

type Props = { name: string; label: string; options: readonly SelectOption[]; chosen: string | undefined }

/** A filter with the values of the findings; a filter for another value shows all of them. */
const Choice = ({ name, label, options, chosen }: Props) => (
  <label>
    {label}
    <FormSelect
      name={name}
      value={options.some(({ value }) => value === chosen) ? (chosen ?? '') : ''}
      options={[{ value: '', label: 'all' }, ...options]}
    />
  </label>
)
