import type { PickedStudy, PickedValues } from '@assay/domain/compare/studies/selection/study-choice'
import type { StudyPicker } from '@assay/domain/compare/studies/selection/study-pickers'
import { showBidiControls } from '@assay/domain/json/readable-text'
import { studySelectPath } from '../../../paths.ts'
import { FormSelect, type SelectOption } from '../../../ui/form-select.tsx'
import { countOf } from '../../../ui/format-count.ts'
import { Notice } from '../../../ui/notice.tsx'
import { QueryForm } from '../../../ui/query-form.tsx'
import { KIND_TITLES } from '../../home/study-kind-titles.ts'
import style from './study-pickers.module.css'

type Props = {
  project: string
  kind: PickedStudy
  pickers: readonly StudyPicker[]
  picked: PickedValues
}

/** Lists above a study that select its product, machine and workload, each with its number of results. */
export function StudyPickers({ project, kind, pickers, picked }: Props) {
  if (pickers.length === 0) return null
  const unknown = pickers.filter(({ name, value }) => value === '' && picked[name] !== undefined)
  return (
    <div className={`${style.pickers} no-print`}>
      <QueryForm action={studySelectPath(project, kind)} resolves label="Choose what is shown" className={style.form}>
        {pickers.map((picker) => (
          <label key={picker.name} className={style.picker}>
            {picker.label}
            <FormSelect name={picker.name} value={picker.value} options={optionsOf(picker)} />
          </label>
        ))}
      </QueryForm>
      {unknown.length > 0 && (
        <Notice title={`This study has no results of ${unknown.map(({ name }) => picked[name]).join(', ')}.`}>
          <p>The lists above have what it can show.</p>
        </Notice>
      )}
    </div>
  )
}

/** A comparison of several machines or products has none of the options, so that their number is the selected entry. */
function optionsOf({ value, options }: StudyPicker): SelectOption[] {
  const listed = options.map((option) => ({
    value: option.value,
    label: `${showBidiControls(option.label)} (${countOf(option.results, 'result')})`,
  }))
  return value === '' ? [{ value: '', label: `several of ${options.length}` }, ...listed] : listed
}

type LinksProps = Pick<Props, 'project' | 'kind' | 'picked'> & { kinds: readonly PickedStudy[] }

/** Links to the other studies of the same product and machine. */
export function OtherStudies({ project, kind, picked, kinds }: LinksProps) {
  const others = kinds.filter((other) => other !== kind)
  if (others.length === 0 || (picked.product === undefined && picked.hardware === undefined)) return null
  const same = new URLSearchParams(
    Object.entries(picked).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const of = [picked.product, picked.hardware].filter((name) => name !== undefined).join(' on ')
  return (
    <nav aria-label={`Other studies of ${of}`} className={`${style.others} no-print`}>
      <span aria-hidden="true">Other studies of {of}:</span>
      {others.map((other) => (
        <a key={other} href={studySelectPath(project, other, same.toString())}>
          {KIND_TITLES[other]}
        </a>
      ))}
    </nav>
  )
}
