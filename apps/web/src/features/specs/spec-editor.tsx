'use client'

import { MAX_SPEC_CHARACTERS } from '@assay/domain/specs/spec-content'
import { type RefObject, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { MarkdownField, type MarkdownFieldHandle } from '../markdown-field/markdown-field.tsx'
import { InsertFigure } from '../reports/editor/insert-figure.tsx'
import { AttachFiles, type AttachFilesHandle } from './attach-files.tsx'
import { evidenceCommands } from './evidence-commands.ts'
import { NewSpecFields, type SpecLink } from './new-spec-fields.tsx'
import { RefreezeFigures } from './refreeze-figures.tsx'
import { RevisionConflictNotice } from './revision-conflict.tsx'
import { SaveMessages } from './save-messages.tsx'
import style from './spec-editor.module.css'
import { SpecPreview } from './spec-preview.tsx'
import { type Preview, usePreview } from './use-preview.ts'
import { useSaveSpec } from './use-save-spec.ts'
import { useSpecDraft } from './use-spec-draft.ts'

type Text = { title: string; text: string }
type Props = {
  project: string
  of:
    | { kind: 'new'; parents: readonly SpecLink[]; templates: readonly SpecLink[] }
    | { kind: 'revision'; name: string; base: number }
  initial: Text
  saved: readonly { slug: string; title: string }[]
  /** Shared links of the project whose figures can be inserted. */
  shares: readonly { id: string; title: string }[]
}

/** The editor of a spec with a preview. Typed text is saved in the browser until it is stored. */
export function SpecEditor({ project, of, initial, saved, shares }: Props) {
  const [isDesign, setIsDesign] = useState(false)
  const [refrozen, setRefrozen] = useState<readonly number[]>([])
  const field = useRef<MarkdownFieldHandle>(null)
  const name = of.kind === 'new' ? null : of.name
  const draft = useSpecDraft(`${project}/${name ?? 'new'}`, {
    ...initial,
    base: of.kind === 'revision' ? of.base : 0,
  })
  const { content, isReady, change, drop } = draft
  const written = name === null ? null : { name, revision: content.base }
  const preview = usePreview({ project, text: content.text, of: written, freezeAnew: refrozen })
  const freezeAnew = refrozen.filter((number) => number <= preview.evidence.figures.length)
  const { state, save } = useSaveSpec({ project, name, draft, freezeAnew })

  return (
    <>
      {content.conflict !== undefined && name !== null && (
        <RevisionConflictNotice
          {...{ project, name }}
          revision={content.base}
          conflict={content.conflict}
          onDiscard={() => {
            drop(null)
            location.reload()
          }}
        />
      )}
      <Form
        className={style.bar}
        action={(fields: FormData) => save(isDesign ? String(fields.get('parent') ?? '') : null)}
      >
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
          <NewSpecFields
            {...{ project, isDesign, parents: of.parents, templates: of.templates, text: content.text }}
            onDesign={setIsDesign}
            onText={(text) => change({ text })}
          />
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
        <SaveMessages
          state={state}
          isDraftStored={draft.isSaved}
          isDraftRestored={draft.isTaken && content.conflict === undefined && state.kind === 'idle'}
          onDiscardDraft={() => drop(null)}
        />
      </Form>
      <div className={style.sides}>
        <SpecTextField
          {...{ project, saved, shares, field, preview, refrozen }}
          text={content.text}
          onText={(text) => change({ text })}
          onRefrozen={setRefrozen}
        />
        <SpecPreview {...{ project, preview }} onNumber={(link) => field.current?.insertText(link)} />
      </div>
    </>
  )
}

type FieldProps = Pick<Props, 'project' | 'saved' | 'shares'> & {
  field: RefObject<MarkdownFieldHandle | null>
  preview: Preview
  text: string
  onText: (text: string) => void
  refrozen: readonly number[]
  onRefrozen: (numbers: readonly number[]) => void
}

/** The Markdown of a spec, with the commands that insert figures and files. */
function SpecTextField({ project, saved, shares, field, preview, text, onText, refrozen, onRefrozen }: FieldProps) {
  const attach = useRef<AttachFilesHandle>(null)
  return (
    <div className={style.write}>
      <div className={style.tools}>
        <InsertFigure
          project={project}
          saved={saved}
          evidence={{ shares }}
          insert={(block) => field.current?.insertBlock(block)}
        />
        <AttachFiles
          ref={attach}
          project={project}
          insert={(markdown, placeholder) => {
            const isReplaced = placeholder !== null && field.current?.replaceText(placeholder, markdown) === true
            if (!isReplaced && markdown !== '') field.current?.insertText(markdown)
          }}
        />
        <RefreezeFigures evidence={preview.evidence} anew={refrozen} onChange={onRefrozen} />
      </div>
      <MarkdownField
        ref={field}
        label="Text, in Markdown"
        value={text}
        maxLength={MAX_SPEC_CHARACTERS}
        onChange={onText}
        onFiles={(files) => attach.current?.add(files)}
        commands={() => evidenceCommands({ project, saved, shares, evidence: preview.evidence })}
      />
    </div>
  )
}
