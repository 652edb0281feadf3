'use client'

import { isKeyOf } from '@assay/domain/projects/project-key'
import { readComparisonAddress } from '@assay/domain/publish/report/comparison-address'
import { PLAIN_FIGURE, writeFigureBlock } from '@assay/domain/publish/report/figure-block'
import { MAX_REPORT_CHARACTERS, type ReportContent } from '@assay/domain/publish/report/report-content'
import { useRouter } from 'next/navigation'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { MarkdownField, type MarkdownFieldHandle } from '../../markdown-field/markdown-field.tsx'
import style from './editor.module.css'
import { InsertFigure } from './insert-figure.tsx'
import { PublishVersion } from './publish-version.tsx'
import { SuggestTldr } from './suggest-tldr.tsx'
import { TwoTexts } from './two-texts.tsx'
import { type SaveState, useAutosavedDraft } from './use-autosaved-draft.ts'

type Props = {
  project: string
  slug: string
  initial: { content: ReportContent; revision: number }
  saved: readonly { slug: string; title: string }[]
  nextVersion: number
  /** The saved draft, rendered by the server. */
  children: ReactNode
}

/** The editor of a report, with its text and a preview. */
export function Editor({ project, slug, initial, saved, nextVersion, children }: Props) {
  const router = useRouter()
  const text = useRef<MarkdownFieldHandle>(null)
  const [pane, setPane] = useState<Pane>('write')
  const onStored = useCallback(() => router.refresh(), [router])
  const { content, state, change, save, goOn } = useAutosavedDraft({ project, slug, initial, onStored })

  const goOnWith = async (next: ReportContent) => {
    if (state.kind !== 'second') return
    const { revision, theirs, copyId } = state
    await goOn(next, { revision, stored: theirs })
    if (next === theirs) return
    const { client } = await import('../../../trpc/client.ts')
    // The copy is the draft now; if it could not be removed, it is only listed below.
    await client.reports.removeCopy.mutate({ project, slug, id: copyId }).catch(() => false)
    router.refresh()
  }
  const figureOfAddress = (pasted: string) => {
    const address = readComparisonAddress(pasted)
    if (address === null || !isKeyOf(address.project, project)) return null
    return writeFigureBlock({ ...PLAIN_FIGURE, address })
  }
  return (
    <>
      <div className={style.bar}>
        <PaneChoice pane={pane} choose={setPane} />
        <InsertFigure project={project} saved={saved} insert={(block) => text.current?.insertBlock(block)} />
        <PublishVersion
          project={project}
          slug={slug}
          number={nextVersion}
          store={save}
          isStored={state.kind === 'saved'}
        />
        <SavedState state={state} />
      </div>
      {state.kind === 'second' && (
        <TwoTexts
          by={state.by}
          theirs={state.theirs}
          onMine={() => void goOnWith(content)}
          onTheirs={() => void goOnWith(state.theirs)}
        />
      )}
      <div className={style.sides} data-pane={pane}>
        <div className={style.write}>
          <HeadFields content={content} change={change} />
          <SuggestTldr
            project={project}
            text={content.text}
            add={(sentence) =>
              change({ tldr: [content.tldr.trimEnd(), `- ${sentence}`].filter((line) => line !== '').join('\n') })
            }
          />
          <MarkdownField
            ref={text}
            label={
              <>
                Text <small>Markdown; paste the address of a comparison on a line of its own to show it</small>
              </>
            }
            value={content.text}
            maxLength={MAX_REPORT_CHARACTERS}
            onChange={(next) => change({ text: next })}
            onPasteLine={figureOfAddress}
          />
        </div>
        <section className={style.read} aria-label="Preview">
          {children}
        </section>
      </div>
    </>
  )
}

type Pane = 'write' | 'read'

function PaneChoice({ pane, choose }: { pane: Pane; choose: (pane: Pane) => void }) {
  return (
    <fieldset className={style.panes} aria-label="Show">
      {(['write', 'read'] as const).map((one) => (
        <Button key={one} aria-pressed={pane === one} onClick={() => choose(one)}>
          {one === 'write' ? 'Write' : 'Read'}
        </Button>
      ))}
    </fieldset>
  )
}

type HeadProps = { content: ReportContent; change: (part: Partial<ReportContent>) => void }

/** The title and the summary. */
function HeadFields({ content, change }: HeadProps) {
  return (
    <>
      <label>
        Title
        <Input value={content.title} maxLength={200} onChange={(event) => change({ title: event.target.value })} />
      </label>
      <label>
        tl;dr <small>one sentence per line</small>
        <Textarea
          rows={4}
          value={content.tldr}
          maxLength={20_000}
          onChange={(event) => change({ tldr: event.target.value })}
        />
      </label>
    </>
  )
}

function SavedState({ state }: { state: SaveState }) {
  if (state.kind === 'failed') {
    return (
      <span role="alert" className={style.failed}>
        Not saved: {state.reason} The draft stays in this browser, and saving is retried.
      </span>
    )
  }
  const words = { saved: 'Stored', typing: 'Storing…', second: 'Not saved: conflicting texts' }[state.kind]
  return (
    <span role="status" className={style.state}>
      {words}
    </span>
  )
}
