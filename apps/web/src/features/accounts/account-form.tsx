import type { ReactNode } from 'react'
import { peopleFormPath } from '../../paths.ts'
import { CheckedField, describeField } from '../../ui/field.tsx'
import { HiddenInput, Input } from '../../ui/input.tsx'
import { PlainForm } from '../../ui/plain-form.tsx'
import style from './account-form.module.css'
import type { FormNote } from './form-note.ts'

type FormProps = {
  /** Name of the form in trpc/account-forms.ts. */
  form: string
  label: string
  note: FormNote | null
  /** Values of hidden fields. */
  hidden?: Record<string, string>
  className?: string | undefined
  children: ReactNode
}

/** A form that the browser submits without a script; it shows the errors of the previous submission. */
export function AccountForm({ form, label, note, hidden = {}, className = style.form, children }: FormProps) {
  // A list has one form for each item.
  const { id } = hidden
  const mine = note?.form === form && (id === undefined || note.values.id === id) ? note : null
  return (
    <PlainForm
      method="post"
      action={peopleFormPath(form)}
      aria-label={label}
      id={id === undefined ? form : `${form}-${id}`}
      className={className}
    >
      {mine !== null && mine.detail !== '' && (
        <p className={style.refused} role="alert">
          {mine.detail}
        </p>
      )}
      {Object.entries(hidden).map(([name, value]) => (
        <HiddenInput key={name} name={name} value={value} />
      ))}
      {children}
    </PlainForm>
  )
}

type FieldProps = {
  form: string
  name: string
  label: string
  note: FormNote | null
  type?: 'text' | 'email' | 'password'
  autoComplete: string
  value?: string
  about?: ReactNode
  readOnly?: boolean
  maxLength?: number
}

/** A labeled field with its error message. */
export function AccountField({ form, name, label, note, type = 'text', value = '', about, ...given }: FieldProps) {
  const mine = note?.form === form ? note : null
  const wrong = mine?.fields[name]
  const control = `${form}-${name}`
  return (
    <CheckedField control={control} label={label} help={about} error={wrong}>
      <Input
        {...describeField({ control, help: about, error: wrong })}
        name={name}
        type={type}
        required
        defaultValue={mine?.values[name] ?? value}
        maxLength={type === 'password' ? 200 : 254}
        {...given}
      />
    </CheckedField>
  )
}
