import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { SweepAxis } from '@assay/domain/compare/studies/sweep/sweep'
import { studyPath } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { FormSelect } from '../../../ui/form-select.tsx'
import { HiddenInput } from '../../../ui/input.tsx'
import { QueryForm } from '../../../ui/query-form.tsx'
import style from './choose-axes.module.css'

type Props = { project: string; comparison: Comparison; axes: readonly SweepAxis[] }

/** A form that puts parameters on axes; hidden fields contain the rest of the comparison. */
export function ChooseAxes({ project, comparison, axes }: Props) {
  const chosen = new Set<string>(axes.map(({ axis }) => axis))
  const others = [...new URLSearchParams(toQuery(comparison))].filter(([name]) => !chosen.has(name) && name !== 'sort')
  return (
    <QueryForm action={studyPath(project, 'sweep')} label="Axes of the sweep" className={style.form}>
      {others.map(([name, value]) => (
        <HiddenInput key={`${name} ${value}`} name={name} value={value} />
      ))}
      {axes.map(({ axis, label, chosen: current, offered }) => (
        <label key={axis} className={style.field}>
          {label}
          <FormSelect
            name={axis}
            value={current}
            options={[...(axis === 'tables' ? [{ value: '', label: 'nothing' }] : []), ...offered]}
          />
        </label>
      ))}
      <span className="without-script">
        <Button type="submit">Show</Button>
      </span>
    </QueryForm>
  )
}
