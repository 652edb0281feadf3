import { encode } from 'uqr'
import { Button } from '../../ui/button.tsx'
import style from './account-form.module.css'
import { AccountField, AccountForm } from './account-form.tsx'
import type { FormNote } from './form-note.ts'
import own from './second-factor.module.css'

type Props = {
  app: { secret: string; uri: string }
  note: FormNote | null
  /** The page that shows the form again after a wrong code. */
  step: 'sign-in' | 'account'
  next: string
}

/** Adds an authenticator app: scan the image, then enter the first code. */
export function AppSetUp({ app, note, step, next }: Props) {
  return (
    <>
      <ol className={own.steps}>
        <li>
          Scan this image with an authenticator app.
          <QrCode text={app.uri} />
          <details>
            <summary>Cannot scan it?</summary>
            Enter this key in the app: <code className={own.secret}>{app.secret}</code>
          </details>
        </li>
        <li>Enter the code that the app shows.</li>
      </ol>
      <AccountForm form="confirm-app" label="Add the app" note={note} hidden={{ next, step }} className={style.card}>
        <CodeField form="confirm-app" note={note} about="6 digits" />
        <Button variant="plain" type="submit" className={style.wide}>
          Add the app
        </Button>
      </AccountForm>
    </>
  )
}

export const CodeField = ({ form, note, about }: { form: string; note: FormNote | null; about: string }) => (
  <AccountField
    form={form}
    name="code"
    label="Code"
    note={note}
    autoComplete="one-time-code"
    about={about}
    maxLength={30}
  />
)

/** A QR code as one SVG path, dark on white in every color scheme, because scanners need that. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className={own.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for an authenticator app">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
