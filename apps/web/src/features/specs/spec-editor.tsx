'use client'

import { MAX_SPEC_CHARACTERS } from '@assay/domain/specs/spec-content'
import { useRouter } from 'next/navigation'
import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react'
import { specChangesPath, specEditPath, specPath } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { MarkdownField, type MarkdownFieldHandle } from '../markdown-field/markdown-field.tsx'
import { InsertFigure } from '../reports/editor/insert-figure.tsx'
import { AttachFiles, type AttachFilesHandle } from './attach-files.tsx'
import { boundLinkOf } from './bound-link.ts'
import evidence from './evidence.module.css'
import { evidenceCommands } from './evidence-commands.ts'
import { RefreezeFigures } from './refreeze-figures.tsx'
import { retryUntilAnswered, WAITING } from './retry-until-answered.ts'
import { writeDraft } from './spec-draft.ts'
import style from './spec-editor.module.css'
import { StartFrom } from './start-from.tsx'
import { createText, reviseText } from './store-text.ts'
import { usePreview } from './use-preview.ts'
import { useSpecDraft } from './use-spec-draft.ts'
import { useUnmounted } from './use-unmounted.ts'

type Text = { title: string; text: string }
type Props = {
  project: string
  of:
    | {
        kind: 'new'
        parents: readonly { name: string; title: string }[]
        templates: readonly { name: string; title: string }[]
      }
    | { kind: 'revision'; name: string; base: number }
  initial: Text
  saved: readonly { slug: string; title: string }[]
  /** Shared links of the project whose figures can be inserted. */
  shares: readonly { id: string; title: string }[]
}
type State =
  | { kind: 'idle' | 'busy' | 'waiting' }
  | { kind: 'failed'; reason: string }
  | { kind: 'since'; revision: number }

const SpecText = lazy(() => import('./spec-text.tsx').then((module) => ({ default: module.SpecText })))

/** The editor of a spec with a preview. Typed text is saved in the browser until it is stored. */
export function SpecEditor({ project, of, initial, saved, shares }: Props) {
  const router = useRouter()
  const [state, setState] = useState<State>({ kind: 'idle' })
  const [isDesign, setIsDesign] = useState(false)
  const [anew, setAnew] = useState<readonly number[]>([])
  const text = useRef<MarkdownFieldHandle>(null)
  const attach = useRef<AttachFilesHandle>(null)
  const key = `${project}/${of.kind === 'new' ? 'new' : of.name}`
  const { content, newest, isReady, isTaken, isSaved, change, drop } = useSpecDraft(key, {
    ...initial,
    base: of.kind === 'revision' ? of.base : 0,
  })
  const isGone = useUnmounted()
  const written = of.kind === 'new' ? null : { name: of.name, revision: content.base }
  const preview = usePreview({ project, text: content.text, of: written, freezeAnew: anew })

  const bindChosen = (event: MouseEvent<HTMLDivElement>) => {
    const link = event.target instanceof Element ? boundLinkOf(event.target, preview.evidence) : null
    if (link === null) return
    event.preventDefault()
    text.current?.insertText(link)
  }

  const takeTheirs = () => {
    drop(null)
    location.reload()
  }

  const onSubmit = async (fields: FormData) => {
    const parent = String(fields.get('parent') ?? '')
    setState({ kind: 'busy' })
    const { title, text: body, note, base } = newest.current
    const snapshot = () => ({ title, text: body, note, base, before: newest.current.sent })
    const figures = preview.evidence.figures.length
    const answer = await retryUntilAnswered(
      () =>
        of.kind === 'new'
          ? createText(project, snapshot(), { parent: isDesign ? parent : null, change })
          : reviseText(project, snapshot(), {
              name: of.name,
              freezeAnew: anew.filter((one) => one <= figures),
              change,
            }),
      { onWait: () => setState({ kind: 'waiting' }), isGone: () => isGone.current },
    )
    if (!answer.ok) {
      if (answer.isAnswered) change({ sent: undefined })
      setState({ kind: 'failed', reason: answer.failure })
      return
    }
    const { name, revision, outcome, by = '' } = answer.value
    const isAll = newest.current.text === body && newest.current.title === title
    if (outcome === 'saved' && isAll) {
      drop(revision)
      router.push(specPath(project, name))
    } else if (of.kind === 'new') {
      // Text typed during the request becomes a draft of the created spec.
      writeDraft(`${project}/${name}`, { ...newest.current, base: revision, sent: undefined })
      drop(0)
      router.push(specEditPath(project, name))
    } else {
      // Stored with the text, so that after a reload the author still has to resolve the conflict.
      const second = outcome === 'saved' ? undefined : { from: newest.current.second?.from ?? base, by }
      change({ base: revision, sent: undefined, second })
      setState(outcome === 'saved' ? { kind: 'since', revision } : { kind: 'idle' })
    }
  }

  return (
    <>
      {content.second !== undefined && of.kind === 'revision' && (
        <div role="alert" className={style.second}>
          <p>
            <strong>
              {content.second.by || 'Somebody'} saved revision {content.base} while you were writing.
            </strong>{' '}
            Your text is saved as a copy and is still here. Compare it with{' '}
            <a href={specPath(project, of.name, content.base)} target="_blank" rel="noreferrer">
              their text
            </a>{' '}
            or{' '}
            <a
              href={specChangesPath(project, of.name, { from: content.second.from, to: content.base })}
              target="_blank"
              rel="noreferrer"
            >
              their changes
            </a>
            , merge what you need into your text, and save again as revision {content.base + 1}.
          </p>
          <p>
            <Button onClick={takeTheirs}>Continue with their text</Button>
          </p>
        </div>
      )}
      <Form className={style.bar} action={onSubmit}>
        <label className={style.title}>
          Title
          <Input
            value={content.title}
            readOnly={!isReady}
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
              <Select
                value={isDesign ? 'design' : 'functional'}
                onChange={(event) => setIsDesign(event.target.value === 'design')}
              >
                <option value="functional">functional spec</option>
                <option value="design" disabled={of.parents.length === 0}>
                  design spec
                </option>
              </Select>
            </label>
            {isDesign && (
              <label>
                Builds on
                <Select
                  name="parent"
                  required
                  options={of.parents.map(({ name, title }) => [name, `${name} ${title}`])}
                />
              </label>
            )}
            <StartFrom
              project={project}
              kind={isDesign ? 'design' : 'functional'}
              templates={of.templates}
              text={content.text}
              onChange={(text) => change({ text })}
            />
          </>
        ) : (
          <label className={style.title}>
            What changed
            <Input
              name="note"
              value={content.note}
              readOnly={!isReady}
              required
              maxLength={500}
              autoComplete="off"
              onChange={(event) => change({ note: event.target.value })}
            />
          </label>
        )}
        <Button type="submit" variant="primary" disabled={state.kind === 'busy' || state.kind === 'waiting'}>
          {of.kind === 'new' ? 'Create' : 'Save revision'}
        </Button>
        {state.kind === 'failed' && (
          <p role="alert" className={style.failed}>
            {state.reason}
          </p>
        )}
        {state.kind === 'waiting' && (
          <p role="alert" className={style.failed}>
            {WAITING}
          </p>
        )}
        {state.kind === 'since' && (
          <p role="status" className={style.state}>
            Revision {state.revision} is saved. Text typed since then is still here and not yet saved.
          </p>
        )}
        {!isSaved && (
          <p role="alert" className={style.failed}>
            This browser cannot store a draft: its storage is full or disabled. Save before you close this page.
          </p>
        )}
        {isTaken && content.second === undefined && state.kind === 'idle' && (
          <p role="status" className={style.state}>
            Your unsaved draft was restored.{' '}
            <Button variant="quiet" onClick={() => drop(null)}>
              Discard
            </Button>
          </p>
        )}
      </Form>
      <div className={style.sides}>
        <div className={style.write}>
          <div className={style.tools}>
            <InsertFigure
              project={project}
              saved={saved}
              evidence={{ shares }}
              insert={(block) => text.current?.insertBlock(block)}
            />
            <AttachFiles ref={attach} project={project} insert={(markdown) => text.current?.insertText(markdown)} />
            <RefreezeFigures evidence={preview.evidence} anew={anew} onChange={setAnew} />
          </div>
          <MarkdownField
            ref={text}
            label="Text, in Markdown"
            value={content.text}
            maxLength={MAX_SPEC_CHARACTERS}
            onChange={(text) => change({ text })}
            onFiles={(files) => attach.current?.add(files)}
            commands={() => evidenceCommands({ project, saved, shares, evidence: preview.evidence })}
          />
        </div>
        <section className={style.read} aria-label="Preview">
          {preview.checks.length > 0 && (
            <ul className={style.checks} aria-label="Problems in the text">
              {preview.checks.map((check) => (
                <li key={check}>{check}</li>
              ))}
            </ul>
          )}
          {preview.evidence.figures.length > 0 && (
            <p className={style.state}>Click a number in a figure to insert it into the text, bound to its cell.</p>
          )}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: numbers are links, which are reachable by keyboard */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: following a link by keyboard fires a click event */}
          <div className={evidence.text} onClick={bindChosen}>
            <Suspense fallback={null}>
              <SpecText project={project} parts={preview.parts} evidence={preview.evidence} />
            </Suspense>
          </div>
        </section>
      </div>
    </>
  )
}
