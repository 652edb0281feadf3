'use client'

import { MOST_SPEC_CHARACTERS } from '@assay/domain/spec/spec-content'
import { useRouter } from 'next/navigation'
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { specChangesPath, specPath } from '../../paths.ts'
import button from '../../ui/button.module.css'
import { KeptHtml } from '../../ui/kept-html.tsx'
import { MarkdownField, type MarkdownFieldHandle } from '../markdown-field/markdown-field.tsx'
import { InsertFigure } from '../reports/editor/insert-figure.tsx'
import { boundLinkOf } from './bound-link.ts'
import evidence from './evidence.module.css'
import { FreezeAnew } from './freeze-anew.tsx'
import { dropDraft, readDraft, writeDraft } from './kept-draft.ts'
import style from './spec-editor.module.css'
import { usePreview } from './use-preview.ts'

type Text = { title: string; text: string }
type Props = {
  project: string
  of:
    | { kind: 'new'; parents: readonly { name: string; title: string }[] }
    | { kind: 'revision'; name: string; base: number }
  initial: Text
  saved: readonly { slug: string; title: string }[]
  /** Links of the project whose figures may stand in it. */
  shares: readonly { id: string; title: string }[]
}
type State =
  | { kind: 'idle' | 'busy' }
  | { kind: 'failed'; reason: string }
  | { kind: 'second'; from: number; revision: number }

/** Writes a spec beside how it will be read. What is typed stays in this browser until it is stored. */
export function SpecEditor({ project, of, initial, saved, shares }: Props) {
  const router = useRouter()
  const [content, setContent] = useState(initial)
  const [state, setState] = useState<State>({ kind: 'idle' })
  const [base, setBase] = useState(of.kind === 'revision' ? of.base : 0)
  const [isDesign, setIsDesign] = useState(false)
  const [taken, setTaken] = useState(false)
  const [anew, setAnew] = useState<readonly number[]>([])
  const text = useRef<MarkdownFieldHandle>(null)
  const written = of.kind === 'new' ? null : { name: of.name, revision: base }
  const preview = usePreview({ project, text: content.text, of: written, freezeAnew: anew })
  const key = `${project}/${of.kind === 'new' ? 'new' : of.name}`
  const first = useRef(initial)

  useEffect(() => {
    const kept = readDraft(key)
    if (kept === null || (kept.title === first.current.title && kept.text === first.current.text)) return
    setContent({ title: kept.title, text: kept.text })
    if (kept.base > 0) setBase(kept.base)
    setTaken(true)
  }, [key])

  const change = (part: Partial<Text>) => {
    const next = { ...content, ...part }
    setContent(next)
    writeDraft(key, { ...next, base })
  }

  const bindChosen = (event: MouseEvent<HTMLDivElement>) => {
    const link = event.target instanceof Element ? boundLinkOf(event.target, preview.evidence) : null
    if (link === null) return
    event.preventDefault()
    text.current?.insertText(link)
  }

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setState({ kind: 'busy' })
    const { client } = await import('../../trpc/client.ts')
    const { failureText } = await import('../../trpc/writing-client.ts')
    try {
      if (of.kind === 'new') {
        const kind = isDesign ? 'design' : 'functional'
        const parent = isDesign ? String(form.get('parent') ?? '') : null
        const { name } = await client.specs.create.mutate({ project, spec: { ...content, kind, parent } })
        dropDraft(key)
        router.push(specPath(project, name))
        return
      }
      const note = String(form.get('note') ?? '')
      const figures = preview.evidence.figures.length
      const answer = await client.specs.revise.mutate({
        project,
        name: of.name,
        revision: { ...content, base, note, freezeAnew: anew.filter((one) => one <= figures) },
      })
      dropDraft(key)
      if (answer.outcome === 'saved') router.push(specPath(project, of.name))
      else {
        setBase(answer.revision)
        setState({ kind: 'second', from: base, revision: answer.revision })
      }
    } catch (error) {
      setState({ kind: 'failed', reason: failureText(error) })
    }
  }

  return (
    <>
      {state.kind === 'second' && of.kind === 'revision' && (
        <div role="alert" className={style.second}>
          <p>
            Somebody stored revision {state.revision} while you wrote. Yours is kept as a copy, and still here. Look at{' '}
            <a href={specPath(project, of.name)} target="_blank" rel="noreferrer">
              their text
            </a>{' '}
            or{' '}
            <a
              href={specChangesPath(project, of.name, { from: state.from, to: state.revision })}
              target="_blank"
              rel="noreferrer"
            >
              what they changed
            </a>
            , take what you want of it, and store again: that becomes revision {state.revision + 1}.
          </p>
        </div>
      )}
      <form className={style.bar} onSubmit={(event) => void onSubmit(event)}>
        <label className={style.title}>
          Title
          <input
            value={content.title}
            required
            maxLength={200}
            autoComplete="off"
            onChange={(event) => change({ title: event.target.value })}
          />
        </label>
        {of.kind === 'new' ? (
          <>
            <label>
              Kind
              <select
                value={isDesign ? 'design' : 'functional'}
                onChange={(event) => setIsDesign(event.target.value === 'design')}
              >
                <option value="functional">functional spec</option>
                <option value="design" disabled={of.parents.length === 0}>
                  design spec
                </option>
              </select>
            </label>
            {isDesign && (
              <label>
                Builds on
                <select name="parent" required>
                  {of.parents.map(({ name, title }) => (
                    <option key={name} value={name}>
                      {name} {title}
                    </option>
                  ))}
                </select>
              </label>
            )}
          </>
        ) : (
          <label className={style.title}>
            What changed
            <input name="note" required maxLength={500} autoComplete="off" />
          </label>
        )}
        <button type="submit" className={button.primary} disabled={state.kind === 'busy'}>
          {of.kind === 'new' ? 'Create' : 'Store revision'}
        </button>
        {state.kind === 'failed' && (
          <p role="alert" className={style.failed}>
            {state.reason}
          </p>
        )}
        {taken && state.kind === 'idle' && (
          <p role="status" className={style.state}>
            What you had typed before is here again.{' '}
            <button
              type="button"
              className={button.quiet}
              onClick={() => {
                dropDraft(key)
                setContent(initial)
                setTaken(false)
              }}
            >
              Drop it
            </button>
          </p>
        )}
      </form>
      <div className={style.sides}>
        <div className={style.write}>
          <div className={style.tools}>
            <InsertFigure
              project={project}
              saved={saved}
              evidence={{ shares }}
              insert={(block) => text.current?.insertBlock(block)}
            />
            <FreezeAnew evidence={preview.evidence} anew={anew} onChange={setAnew} />
          </div>
          <MarkdownField
            ref={text}
            label="Text, in Markdown"
            value={content.text}
            maxLength={MOST_SPEC_CHARACTERS}
            onChange={(text) => change({ text })}
          />
        </div>
        <section className={style.read} aria-label="What it looks like">
          {preview.checks.length > 0 && (
            <ul className={style.checks} aria-label="What readers would stumble over">
              {preview.checks.map((check) => (
                <li key={check}>{check}</li>
              ))}
            </ul>
          )}
          {preview.evidence.figures.length > 0 && (
            <p className={style.state}>A number that is chosen in a figure goes into the text, bound to its cell.</p>
          )}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: numbers are links, which the keyboard reaches */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link that is followed by the keyboard is clicked */}
          <div className={evidence.text} onClick={bindChosen}>
            <KeptHtml html={preview.html} />
          </div>
        </section>
      </div>
    </>
  )
}
