'use client'

import { MOST_SPEC_CHARACTERS } from '@assay/domain/spec/spec-content'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { specPath } from '../../paths.ts'
import button from '../../ui/button.module.css'
import { KeptHtml } from '../../ui/kept-html.tsx'
import { MarkdownField } from '../markdown-field/markdown-field.tsx'
import prose from '../reports/report-body.module.css'
import { dropDraft, readDraft, writeDraft } from './kept-draft.ts'
import style from './spec-editor.module.css'

/** After the last key, milliseconds. */
const PAUSE = 700

type Text = { title: string; text: string }
type Props = {
  project: string
  of:
    | { kind: 'new'; parents: readonly { name: string; title: string }[] }
    | { kind: 'revision'; name: string; base: number }
  initial: Text
}
type State = { kind: 'idle' | 'busy' } | { kind: 'failed'; reason: string } | { kind: 'second'; revision: number }

/** Writes a spec beside how it will be read. What is typed stays in this browser until it is stored. */
export function SpecEditor({ project, of, initial }: Props) {
  const router = useRouter()
  const [content, setContent] = useState(initial)
  const [preview, setPreview] = useState<{ html: string; checks: string[] }>({ html: '', checks: [] })
  const [state, setState] = useState<State>({ kind: 'idle' })
  const [base, setBase] = useState(of.kind === 'revision' ? of.base : 0)
  const [isDesign, setIsDesign] = useState(false)
  const [taken, setTaken] = useState(false)
  const key = `${project}/${of.kind === 'new' ? 'new' : of.name}`
  const first = useRef(initial)

  useEffect(() => {
    const kept = readDraft(key)
    if (kept === null || (kept.title === first.current.title && kept.text === first.current.text)) return
    setContent({ title: kept.title, text: kept.text })
    if (kept.base > 0) setBase(kept.base)
    setTaken(true)
  }, [key])

  useEffect(() => {
    const timer = setTimeout(async () => {
      const { client } = await import('../../trpc/client.ts')
      // Without an answer the last preview stays; what was typed is not touched by it.
      const answer = await client.specs.preview.mutate({ project, text: content.text }).catch(() => null)
      if (answer !== null) setPreview(answer)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [project, content.text])

  const change = (part: Partial<Text>) => {
    const next = { ...content, ...part }
    setContent(next)
    writeDraft(key, { ...next, base })
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
      const answer = await client.specs.revise.mutate({ project, name: of.name, revision: { ...content, base, note } })
      dropDraft(key)
      if (answer.outcome === 'saved') router.push(specPath(project, of.name))
      else {
        setBase(answer.revision)
        setState({ kind: 'second', revision: answer.revision })
      }
    } catch (error) {
      setState({ kind: 'failed', reason: failureText(error) })
    }
  }

  return (
    <form onSubmit={(event) => void onSubmit(event)}>
      {state.kind === 'second' && of.kind === 'revision' && (
        <div role="alert" className={style.second}>
          <p>
            Somebody stored revision {state.revision} while you wrote. Yours is kept as a copy, and still here. Look at{' '}
            <a href={specPath(project, of.name)} target="_blank" rel="noreferrer">
              their text
            </a>
            , take what you want of it, and store again: that becomes revision {state.revision + 1}.
          </p>
        </div>
      )}
      <div className={style.bar}>
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
      </div>
      <div className={style.sides}>
        <div className={style.write}>
          <MarkdownField
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
          <div className={prose.prose}>
            <KeptHtml html={preview.html} />
          </div>
        </section>
      </div>
    </form>
  )
}
