import { showBidiControls } from '@assay/domain/json/readable-text'
import { FormSelect } from '../../../ui/form-select.tsx'
import style from './base-field.module.css'
import type { BaseOption, BaseOptions } from './base-options.ts'

/** The baseline as a select, for people who prefer it to clicking on headers. */
export function BaseField({ options: { plain, columns, rows }, current }: { options: BaseOptions; current: string }) {
  const groups = [
    { label: 'Columns', options: readable(columns) },
    { label: 'Rows', options: readable(rows) },
  ]
  return (
    <label className={style.line}>
      <span>Base</span>
      <FormSelect
        name="base"
        className={style.select}
        value={current}
        options={readable(plain)}
        groups={groups.filter(({ options }) => options.length > 0)}
      />
    </label>
  )
}

const readable = (options: readonly BaseOption[]) =>
  options.map(({ value, label }) => ({ value, label: showBidiControls(label) }))
