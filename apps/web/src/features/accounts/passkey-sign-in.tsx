'use client'

import { useState } from 'react'
import { projectsPath } from '../../paths.ts'
import style from './account-form.module.css'

/** Signs in with a passkey, if the browser supports passkeys. */
export function PasskeySignIn({ next }: { next: string }) {
  const [said, setSaid] = useState<string | null>(null)
  const signIn = async () => {
    setSaid(null)
    const { proveByPasskey } = await import('./passkey-ceremony.ts')
    const problem = await proveByPasskey()
    if (problem === null) window.location.assign(next || projectsPath())
    else setSaid(problem)
  }
  return (
    <div className="needs-script">
      <button type="button" className={style.other} onClick={() => void signIn()}>
        Sign in with a passkey
      </button>
      {said !== null && (
        <p className={style.wrong} role="alert">
          {said}
        </p>
      )}
    </div>
  )
}
