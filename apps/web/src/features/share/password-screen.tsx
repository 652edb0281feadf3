import { shareOpenPath } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PlainForm } from '../../ui/plain-form.tsx'
import style from './share.module.css'

/** The password form of a link; a plain form, because it must work without a script. */
export function PasswordScreen({ secret, wasWrong }: { secret: string; wasWrong: boolean }) {
  return (
    <>
      <PageHeader title="Password required" summary="Ask the sender of this link for it." />
      <PlainForm method="post" action={shareOpenPath(secret)} className={style.password}>
        <label>
          <span>Password</span>
          <Input
            type="password"
            name="password"
            required
            autoComplete="off"
            {...(wasWrong ? { 'aria-invalid': true, 'aria-describedby': 'wrong' } : {})}
          />
        </label>
        {wasWrong && (
          <p id="wrong" role="alert" className={style.failed}>
            Wrong password.
          </p>
        )}
        <div>
          <Button type="submit" variant="primary">
            Open
          </Button>
        </div>
      </PlainForm>
    </>
  )
}
