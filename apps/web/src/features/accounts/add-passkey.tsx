'use client'

import { useState } from 'react'
import { accountPath } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import style from './account.module.css'
import formStyle from './account-form.module.css'

/** Adds a named passkey. The ceremony between browser and server needs a script. */
export function AddPasskey() {
  const [message, setMessage] = useState<string | null>(null)
  const add = async (name: string) => {
    setMessage(null)
    const { addPasskey } = await import('./passkey-ceremony.ts')
    const problem = await addPasskey(name)
    if (problem === null) window.location.assign(`${accountPath()}?done=passkey-added`)
    else setMessage(problem)
  }
  return (
    <Form className={style.acts} aria-label="Add a passkey" action={(fields) => add(String(fields.get('name')))}>
      <Input
        className={style.name}
        name="name"
        aria-label="Name of the new passkey"
        placeholder="such as: laptop"
        required
        maxLength={100}
      />
      <Button type="submit">Add a passkey</Button>
      {message !== null && (
        <p className={formStyle.wrong} role="alert">
          {message}
        </p>
      )}
    </Form>
  )
}
