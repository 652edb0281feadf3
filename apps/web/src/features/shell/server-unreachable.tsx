'use client'

import { useOffline } from 'next/offline'
import style from './server-unreachable.module.css'

/** Shows that the server does not respond and that the page waits for it. */
export function ServerUnreachable() {
  return useOffline() ? (
    <p role="alert" className={style.note}>
      The server does not answer. This page continues when it does.
    </p>
  ) : null
}
