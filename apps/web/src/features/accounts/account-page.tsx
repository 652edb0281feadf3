import type { ReactNode } from 'react'
import { PageFrame } from '../shell/page-frame.tsx'
import { TopBar } from '../shell/top-bar.tsx'
import style from './account-form.module.css'
import { doneText, problemText } from './done-text.ts'

type Props = { title: string; done?: string | null; problem?: string | null; children: ReactNode }

/** A narrow page with one form: signing in, signing up, a new password. */
export function AccountPage({ title, done = null, problem = null, children }: Props) {
  return (
    <>
      <TopBar />
      <PageFrame>
        <div className={style.page}>
          <h1>{title}</h1>
          <FormResult done={done} problem={problem} />
          {children}
        </div>
      </PageFrame>
    </>
  )
}

/** Confirmation or error of the form that led to this page. */
export function FormResult({ done = null, problem = null }: Pick<Props, 'done' | 'problem'>) {
  const [well, badly] = [doneText(done), problemText(problem)]
  return (
    <>
      {well !== null && (
        <p className={style.done} role="status">
          {well}
        </p>
      )}
      {badly !== null && (
        <p className={style.refused} role="alert">
          {badly}
        </p>
      )}
    </>
  )
}
