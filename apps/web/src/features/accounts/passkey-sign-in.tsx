'use client'

import { useState } from 'react'
import { projectsPath } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import style from './account-form.module.css'

/** Signs in with a passkey, if the browser supports passkeys. */
export function PasskeySignIn({ next }: { next: string }) {
  const [message, setMessage] = useState<string | null>(null)
  const signIn = async () => {
    setMessage(null)
    const { proveByPasskey } = await import('./passkey-ceremony.ts')
    const problem = await proveByPasskey()
    if (problem === null) window.location.assign(next || projectsPath())
    else setMessage(problem)
  }
  return (
    <div className="needs-script">
      <Button variant="plain" className={style.other} onClick={() => void signIn()}>
        Sign in with a passkey
      </Button>
      {message !== null && (
        <p className={style.wrong} role="alert">
          {message}
        </p>
      )}
    </div>
  )
}
