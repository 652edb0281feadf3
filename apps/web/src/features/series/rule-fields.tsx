import { methodWord, RULE_METHODS } from '@assay/domain/findings/series/rule'
import { Button } from '../../ui/button.tsx'
import { FormSelect } from '../../ui/form-select.tsx'
import { Input } from '../../ui/input.tsx'
import type { RuleForm } from './read-rule-form.ts'

/** A rule and its filters as fields; their form is sent by GET, so that a preview has an address. */
export function RuleFields({ tried }: { tried: RuleForm | null }) {
  const minChange = tried?.rule.minChange
  return (
    <>
      <label>
        Rule
        <FormSelect
          name="method"
          value={tried?.rule.method ?? RULE_METHODS[0] ?? ''}
          options={RULE_METHODS.map((method) => ({ value: method, label: methodWord(method) }))}
        />
      </label>
      <Field name="limit" label="Limit" value={tried?.rule.limit} empty="as below" />
      <Field
        name="from"
        label="Changes from, %"
        value={minChange === undefined ? undefined : 100 * minChange}
        empty="any"
      />
      <Field name="test" label="Test" value={tried?.place.test} empty="any" />
      <Field name="metric" label="Metric" value={tried?.place.metric} empty="any" />
      <Field name="hardware" label="Hardware" value={tried?.place.hardware} empty="any" />
      <Button type="submit" variant="primary">
        Try rule
      </Button>
    </>
  )
}

type FieldProps = { name: string; label: string; value: string | number | undefined; empty: string }

const Field = ({ name, label, value, empty }: FieldProps) => (
  <label>
    {label}
    <Input name={name} defaultValue={value} placeholder={empty} size={12} />
  </label>
)
