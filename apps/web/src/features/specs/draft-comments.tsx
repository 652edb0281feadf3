'use client'

import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/input.tsx'
import style from './form.module.css'
import { RefusalNote } from './refusal-note.tsx'
import { useAct, useSentBefore } from './use-act.ts'
import type { DraftComment, useDraftComments } from './use-draft-comments.ts'

type Props = { project: string; name: string } & ReturnType<typeof useDraftComments>

const FORM = 'draft-comments'

/** Draft comments, which only their writer sees, and which are sent together. */
export function DraftComments({ project, name, drafts, change, remove }: Props) {
  const { act, busy, ...refused } = useAct(project, name)
  useSentBefore({ project, name, forms: [FORM] }, ({ said }) => remove(idsIn(said)))
  if (drafts.length === 0) return null
  const send = async () => {
    const typedText = JSON.stringify(drafts.map(({ id }) => id))
    const sent = drafts.map(({ id }) => id)
    if (await act({ kind: 'give-all', comments: drafts.map(asComment) }, { form: FORM, said: typedText })) remove(sent)
  }
  const [one] = drafts
  const isEmpty = drafts.some(({ body }) => body.trim() === '')
  return (
    <section aria-label="Draft comments" className={`${style.card} needs-script`}>
      <h3>Draft comments ({drafts.length})</h3>
      <p className={style.faint}>Only you see them, in this browser, until you send them together.</p>
      <ol className={style.thread}>
        {drafts.map(({ id, body, quote, suggestion }, at) => (
          <li key={id} className={style.form}>
            {quote !== '' && <blockquote className={style.quote}>{quote}</blockquote>}
            {suggestion !== null && (
              <p className={style.faint}>Suggested: {suggestion === '' ? '(nothing)' : suggestion}</p>
            )}
            <label>
              <span className="visually-hidden">Draft comment {at + 1}</span>
              <Textarea rows={2} value={body} maxLength={20_000} onChange={({ target }) => change(id, target.value)} />
            </label>
            <Button variant="quiet" aria-label={`Remove draft comment ${at + 1}`} onClick={() => remove([id])}>
              Remove
            </Button>
          </li>
        ))}
      </ol>
      <RefusalNote {...refused} />
      <Button variant="primary" disabled={busy || isEmpty || one === undefined} onClick={() => void send()}>
        {drafts.length === 1 ? 'Send 1 comment' : `Send ${drafts.length} comments`}
      </Button>
    </section>
  )
}

const asComment = ({ body, anchor, suggestion, revision }: DraftComment): object => ({
  ...{ body: body.trim(), anchor, suggestion, revision },
})

function idsIn(typedText: string): string[] {
  const ids: unknown = JSON.parse(typedText)
  return Array.isArray(ids) ? ids.map(String) : []
}
