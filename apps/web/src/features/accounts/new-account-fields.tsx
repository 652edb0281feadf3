import { AccountField } from './account-form.tsx'
import type { FormNote } from './form-note.ts'
import { NewPasswordField } from './password-field.tsx'

type Props = { form: string; note: FormNote | null; email?: string | undefined }

/** Fields of a new account: name, e-mail address and password. */
export function NewAccountFields({ form, note, email }: Props) {
  const bound = email === undefined ? {} : { value: email, readOnly: true }
  return (
    <>
      <AccountField form={form} name="name" label="Name" note={note} autoComplete="name" maxLength={100} />
      <AccountField
        form={form}
        name="email"
        label="E-mail"
        note={note}
        type="email"
        autoComplete="username"
        {...bound}
      />
      <NewPasswordField form={form} label="Password" note={note} />
    </>
  )
}
