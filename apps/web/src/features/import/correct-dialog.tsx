'use client'

import { correctionsFor } from '@assay/domain/import/preview/corrections-for'
import type { PreviewDocument } from '@assay/domain/import/preview/preview-document'
import type { Correction } from '@assay/domain/import/profile/corrections'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { countOf } from '../../ui/format-count.ts'
import { Input, Radio } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { DIMENSIONS, type Dimension, LABELS } from './dimensions.ts'
import style from './import.module.css'
import { type PathElement, pathElements } from './path-elements.ts'

/** The dimension to correct, and the runs for which the dialog was opened. */
export type CorrectTarget = { dimension: Dimension; runs: readonly number[] | 'all' }

type Props = {
  preview: PreviewDocument
  target: CorrectTarget
  onApply: (corrections: readonly Correction[]) => void
  onClose: () => void
}

/** Fields of a correction that are not dimensions of runs. */
const OTHER_FIELDS = { clients: 'Clients', parameter: 'A parameter', _ignored: 'Ignore it' } as const

/** Corrects a value for some runs, or states for all runs which part of the path the value is. */
export function CorrectDialog({ preview, target, onApply, onClose }: Props) {
  const { runs } = preview
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  const first = runs[target.runs === 'all' ? 0 : (target.runs[0] ?? 0)]
  const known = first?.dimensions[target.dimension].value
  const [field, setField] = useState<string>(target.dimension)
  const [name, setName] = useState('')
  const [text, setText] = useState(known == null || target.runs === 'all' ? '' : String(known))
  const [reference, setReference] = useState<string | null>(null)
  const [isAll, setIsAll] = useState(target.runs === 'all' || runs.length === 1)
  const own = target.runs === 'all' ? 0 : target.runs.length

  const apply = () => {
    const key = field === 'parameter' ? `params.${name}` : field
    // A part of the path stands for itself in the paths of all runs; otherwise its text is the value.
    const value = isAll && reference !== null ? reference : text.trim()
    onApply(correctionsFor(preview.runs, isAll || target.runs === 'all' ? 'all' : target.runs, { [key]: value }))
    dialog.current?.close()
  }

  return (
    <FormDialog
      dialog={dialog}
      id={id}
      title={`Correct the ${LABELS[target.dimension].toLowerCase()}`}
      submit="Apply"
      disabled={text.trim() === ''}
      failure=""
      action={apply}
      onClose={onClose}
    >
      <PathParts
        path={first?.files[0] ?? ''}
        reference={reference}
        choose={(part) => {
          setReference(part.reference)
          setText(part.text)
        }}
      />
      <label>
        Value
        <Input
          value={text}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => {
            setReference(null)
            setText(event.target.value)
          }}
        />
        {reference !== null && isAll && <small>Each run takes this part of its own path.</small>}
      </label>
      <FieldChoice field={field} setField={setField} name={name} setName={setName} />
      {target.runs !== 'all' && own < runs.length && (
        <ScopeChoice own={own} all={runs.length} isAll={isAll} setIsAll={setIsAll} />
      )}
    </FormDialog>
  )
}

type PathProps = { path: string; reference: string | null; choose: (part: PathElement) => void }

function PathParts({ path, reference, choose }: PathProps) {
  return (
    <fieldset className={style.parts}>
      <legend>Take it from the path</legend>
      {pathElements(path).map((part) => (
        <Button
          variant="plain"
          key={part.reference}
          aria-pressed={reference === part.reference}
          onClick={() => choose(part)}
        >
          {part.text}
          {part.kind === 'folder' ? '/' : ''}
        </Button>
      ))}
    </fieldset>
  )
}

type FieldProps = { field: string; setField: (field: string) => void; name: string; setName: (name: string) => void }

/** The dimension of the value, and the name of a parameter. */
function FieldChoice({ field, setField, name, setName }: FieldProps) {
  return (
    <>
      <label>
        It is
        <Select value={field} onChange={(event) => setField(event.target.value)}>
          {DIMENSIONS.map((dimension) => (
            <option key={dimension} value={dimension}>
              {LABELS[dimension]}
            </option>
          ))}
          {Object.entries(OTHER_FIELDS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </label>
      {field === 'parameter' && (
        <label>
          Name of the parameter
          <Input
            value={name}
            required
            pattern="[A-Za-z][A-Za-z0-9_.]*"
            title="a letter, then letters, digits, dots or underscores"
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </label>
      )}
    </>
  )
}

type ScopeProps = { own: number; all: number; isAll: boolean; setIsAll: (isAll: boolean) => void }

function ScopeChoice({ own, all, isAll, setIsAll }: ScopeProps) {
  return (
    <fieldset>
      <legend className="visually-hidden">Runs</legend>
      <label className={style.scope}>
        <Radio name="scope" checked={!isAll} onChange={() => setIsAll(false)} />
        {own === 1 ? 'This run' : `These ${countOf(own, 'run')}`}
      </label>
      <label className={style.scope}>
        <Radio name="scope" checked={isAll} onChange={() => setIsAll(true)} />
        All {countOf(all, 'run')}
      </label>
    </fieldset>
  )
}
