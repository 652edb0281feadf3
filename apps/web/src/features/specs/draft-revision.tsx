'use client'

import { plural } from '@assay/domain/plural'
import { feedbackName } from '@assay/domain/specs/feedback'
import { Button } from '../../ui/button.tsx'
import style from './form.module.css'
import { RefusalNote } from './refusal-note.tsx'
import { useAct } from './use-act.ts'

type Props = { project: string; name: string; collected: readonly { number: number }[] }

/** The suggestions that the authors collected, which become one revision. */
export function DraftRevision({ project, name, collected }: Props) {
  const { act, busy, ...refused } = useAct(project, name)
  if (collected.length === 0) return null
  const comments = collected.map(({ number }) => number)
  return (
    <section aria-label="Draft revision" className={`${style.card} needs-script`}>
      <h3>Draft revision</h3>
      <p>
        {`${plural(comments.length, 'suggestion')}: `}
        {comments.map((number) => (
          <a key={number} href={`#card-${feedbackName(number)}`}>
            {feedbackName(number)}{' '}
          </a>
        ))}
      </p>
      <RefusalNote {...refused} />
      <Button variant="primary" disabled={busy} onClick={() => void act({ kind: 'store-draft-revision', comments })}>
        Save draft revision
      </Button>
    </section>
  )
}
