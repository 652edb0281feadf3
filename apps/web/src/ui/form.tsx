'use client'

import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'
import { createSubmissions, holdsSent, type Submissions } from './form-submissions.ts'
import { joinClasses } from './join-classes.ts'

type Props = Omit<ComponentProps<'form'>, 'action' | 'method' | 'onSubmit' | 'onReset' | 'ref'> & {
  /** Handles the values of a submission; the next one waits until its promise settles. */
  action: (fields: FormData, form: HTMLFormElement) => unknown
  ref?: RefObject<HTMLFormElement | null>
}

/**
 * A form that a function in the browser handles. React holds a submission from before hydration and calls the function
 * after it. The fields keep their values, also after a refusal; `clearForm` empties them. Without a script it is hidden.
 */
export function Form({ action, ref, className, ...rest }: Props) {
  const own = useRef<HTMLFormElement>(null)
  const form = ref ?? own
  const submissions = useRef<Submissions>(null)
  useEffect(() => {
    const element = form.current
    const keepValues = (event: Event) => {
      if (element !== null && !cleared.has(element)) event.preventDefault()
    }
    // React resets a form after each action, and dispatches no events of its own while it does so.
    element?.addEventListener('reset', keepValues)
    return () => element?.removeEventListener('reset', keepValues)
  }, [form])

  const run = async (fields: FormData) => {
    // React calls an action inside a transition, which would delay the state that shows that the form is being sent.
    await Promise.resolve()
    submissions.current ??= createSubmissions()
    await submissions.current(fields, async () => {
      if (form.current !== null) await action(fields, form.current)
    })
  }
  return (
    <form
      ref={form}
      className={joinClasses(className, 'needs-script')}
      action={(fields) => void run(fields)}
      {...rest}
    />
  )
}

const cleared = new WeakSet<HTMLFormElement>()

/**
 * Sets the fields of a form to their default values.
 *
 * @param sent  the values that were stored; when others were typed during the request, the form keeps them.
 */
export function clearForm(form: HTMLFormElement, sent?: FormData): void {
  if (sent !== undefined && !holdsSent(sent, new FormData(form))) return
  cleared.add(form)
  form.reset()
  cleared.delete(form)
}
