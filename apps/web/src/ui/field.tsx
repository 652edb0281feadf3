import type { ReactNode } from 'react'
import style from './field.module.css'
import { joinClasses } from './join-classes.ts'
import { Select, type SelectOption } from './select.tsx'

type Props = {
  label: ReactNode
  /** One line that explains what to type; it is part of the name of the control. */
  help?: ReactNode
  className?: string | undefined
  /** The control. */
  children: ReactNode
}

/** A label around a control. */
export const Field = ({ label, help, className, children }: Props) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: callers put the control inside
  <label className={joinClasses(style.field, className)}>
    <span>
      {label}
      {help !== undefined && <small> {help}</small>}
    </span>
    {children}
  </label>
)

type CheckedProps = {
  /** The id of the control, which it also has as `id`. */
  control: string
  label: ReactNode
  help?: ReactNode
  /** The error of the previous submission, which takes the place of the help. */
  error?: string | undefined
  children: ReactNode
}

/** A label next to a control, with errors below it; the control takes `describeField` for its attributes. */
export const CheckedField = ({ control, label, help, error, children }: CheckedProps) => (
  <div className={joinClasses(style.field, style.checked)}>
    <label htmlFor={control}>{label}</label>
    {children}
    <span id={`${control}-about`} className={error === undefined ? undefined : style.error}>
      {error === undefined ? help !== undefined && <small>{help}</small> : <span role="alert">{error}</span>}
    </span>
  </div>
)

/** Attributes of the control of a `CheckedField`. */
export const describeField = ({ control, help, error }: Pick<CheckedProps, 'control' | 'help' | 'error'>) => ({
  id: control,
  'aria-invalid': error === undefined ? undefined : true,
  'aria-describedby': error === undefined && help === undefined ? undefined : `${control}-about`,
})

type SelectFieldProps = {
  label: string
  help?: string
  name: string
  options: readonly SelectOption[]
  /** Value that is selected at first; the first option when absent. */
  value?: string
}

export const SelectField = ({ label, help, name, options, value }: SelectFieldProps) => (
  <Field label={label} help={help}>
    <Select name={name} defaultValue={value} options={options} />
  </Field>
)
