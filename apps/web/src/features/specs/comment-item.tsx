'use client'

import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { openThread, useOpenThread } from './open-thread.ts'
import style from './spec-screen.module.css'

type Props = { number: number; isHidden?: boolean; children: ReactNode }

/** A comment in the list. When it is opened from the text it is marked, and a small screen shows it over the text. */
export function CommentItem({ number, isHidden = false, children }: Props) {
  const isOpen = useOpenThread() === number
  return (
    <li hidden={isHidden && !isOpen} data-open={isOpen || undefined}>
      {isOpen && (
        <Button
          variant="quiet"
          className={style.close}
          aria-label={`Close F-${number}`}
          onClick={() => {
            openThread(null)
            document
              .querySelector<HTMLElement>(`[data-spec-text] a[href="#F-${number}"]`)
              ?.focus({ preventScroll: true })
          }}
        >
          Close
        </Button>
      )}
      {children}
    </li>
  )
}
