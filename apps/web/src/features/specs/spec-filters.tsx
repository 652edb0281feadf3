import { STATE_WORDS } from '@assay/domain/specs/actions/refusal'
import { OUTCOMES, SPEC_STATES } from '@assay/domain/specs/spec'
import { OUTCOME_WORDS } from '@assay/domain/specs/state-line'
import { specsPath } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { PlainForm } from '../../ui/plain-form.tsx'
import { Select } from '../../ui/select.tsx'
import { SelectOptions } from '../../ui/select-options.tsx'
import type { SpecFilter } from './filter-specs.ts'
import style from './search-specs.module.css'

type Props = { project: string; filter: SpecFilter; owners: readonly string[]; products: readonly string[] }

/** Filters of the list of specs; they work without script, and the address has them. */
export function SpecFilters({ project, filter, owners, products }: Props) {
  const select = (name: keyof SpecFilter, label: string, options: readonly (readonly [string, string])[]) => (
    <label>
      <span className="visually-hidden">{label}</span>
      <Select name={name} defaultValue={filter[name]}>
        <option value="">{label}: all</option>
        <SelectOptions options={options} />
      </Select>
    </label>
  )
  return (
    <PlainForm action={specsPath(project)} aria-label="Filter specs" className={`${style.form} no-print`}>
      {select(
        'state',
        'State',
        SPEC_STATES.map((state) => [state, STATE_WORDS[state]]),
      )}
      {select(
        'owner',
        'Owner',
        owners.map((owner) => [owner, owner]),
      )}
      {select(
        'product',
        'Product',
        products.map((product) => [product, product]),
      )}
      {select(
        'outcome',
        'Outcome',
        OUTCOMES.map((outcome) => [outcome, OUTCOME_WORDS[outcome]]),
      )}
      <label>
        Changed since <Input type="date" name="since" defaultValue={filter.since} />
      </label>
      <Button type="submit">Filter</Button>
    </PlainForm>
  )
}
