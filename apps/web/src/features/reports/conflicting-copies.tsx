'use client'

import { useRouter } from 'next/navigation'
import type { ReportDraft } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateAndTime } from '../../ui/format-date.ts'
import { Textarea } from '../../ui/input.tsx'
import { Section } from '../../ui/section.tsx'
import style from './editor/editor.module.css'

type Props = { project: string; slug: string; copies: ReportDraft['copies'] }

/** Conflicting copies of a text, until a person has merged or deleted them. */
export function ConflictingCopies({ project, slug, copies }: Props) {
  const router = useRouter()
  const remove = async (id: string) => {
    const { client } = await import('../../trpc/client.ts')
    await client.reports.removeCopy.mutate({ project, slug, id })
    router.refresh()
  }
  return (
    <Section title="Conflicting copies" aside="texts that were saved after another person had saved another version">
      {copies.map(({ id, content, author, createdAt }) => (
        <details key={id} className={style.conflict}>
          <summary>
            {author}, {formatDateAndTime(createdAt)}
          </summary>
          <Textarea
            readOnly
            rows={10}
            aria-label={`Text of ${author}`}
            value={`${content.title}\n\n${content.tldr}\n\n${content.text}`}
          />
          <div className={style.tools}>
            <Button onClick={() => void remove(id)}>Remove this copy</Button>
          </div>
        </details>
      ))}
    </Section>
  )
}
