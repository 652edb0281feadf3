import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import type { SweepAxis } from '@assay/domain/compare/studies/sweep'
import { studyPath } from '../../../paths.ts'
import button from '../../../ui/button.module.css'
import { html } from '../../../ui/html.ts'
import { QueryForm } from '../../../ui/query-form.tsx'
import style from './choose-axes.module.css'

type Props = { project: string; comparison: Comparison; axes: readonly SweepAxis[] }

/** A form that puts parameters on axes; hidden fields contain the rest of the comparison. */
export function ChooseAxes({ project, comparison, axes }: Props) {
  const chosen = new Set<string>(axes.map(({ axis }) => axis))
  const others = [...new URLSearchParams(toQuery(comparison))].filter(([name]) => !chosen.has(name) && name !== 'sort')
  const fields = html`
    ${others.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    ${axes.map(
      ({ axis, label, chosen: current, offered }) => html`
        <label class="${style.field}">${label}
          <select name="${axis}">
            ${axis === 'tables' && html`<option value=""${current === '' && html` selected`}>nothing</option>`}
            ${offered.map(
              (one) =>
                html`<option value="${one.value}"${one.value === current && html` selected`}>${one.label}</option>`,
            )}
          </select>
        </label>`,
    )}
    <span class="without-script"><button class="${button.button}">Show</button></span>`
  return (
    <QueryForm
      action={studyPath(project, 'sweep')}
      label="Axes of the sweep"
      className={style.form}
      html={String(fields)}
    />
  )
}
