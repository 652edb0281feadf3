'use client'

import type { Correction } from '@assay/domain/import/corrections'
import { correctionsFor } from '@assay/domain/import/preview/corrections-for'
import type { PreviewDocument } from '@assay/domain/import/preview/preview-document'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { countOf } from '../../ui/format-count.ts'
import { DIMENSIONS, type Dimension, LABELS } from './dimensions.ts'
import style from './import.module.css'
import { pathElements } from './path-elements.ts'

/** The dimension to correct, and the runs for which the dialog was opened. */
export type CorrectTarget = { dimension: Dimension; runs: readonly number[] | 'all' }

type Props = {
  preview: PreviewDocument
  target: CorrectTarget
  onApply: (corrections: readonly Correction[]) => void
  onClose: () => void
}

/** Fields of a correction that are no dimension of runs. */
const OTHER_FIELDS = { clients: 'Clients', parameter: 'A parameter', _ignored: 'Nothing: ignore it' } as const

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

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
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
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <fieldset className={style.parts}>
        <legend>Take it from the path</legend>
        {pathElements(first?.files[0] ?? '').map((part) => (
          <button
            key={part.reference}
            type="button"
            aria-pressed={reference === part.reference}
            onClick={() => {
              setReference(part.reference)
              setText(part.text)
            }}
          >
            {part.text}
            {part.kind === 'folder' ? '/' : ''}
          </button>
        ))}
      </fieldset>
      <label>
        Value
        <input
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
      <label>
        It is
        <select value={field} onChange={(event) => setField(event.target.value)}>
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
        </select>
      </label>
      {field === 'parameter' && (
        <label>
          Name of the parameter
          <input
            value={name}
            required
            pattern="[A-Za-z][A-Za-z0-9_.]*"
            title="a letter, then letters, digits, dots or underscores"
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </label>
      )}
      {target.runs !== 'all' && own < runs.length && (
        <fieldset>
          <legend className="visually-hidden">Runs</legend>
          <label className={style.scope}>
            <input type="radio" name="scope" checked={!isAll} onChange={() => setIsAll(false)} />
            {own === 1 ? 'This run' : `These ${countOf(own, 'run')}`}
          </label>
          <label className={style.scope}>
            <input type="radio" name="scope" checked={isAll} onChange={() => setIsAll(true)} />
            All {countOf(runs.length, 'run')}
          </label>
        </fieldset>
      )}
    </FormDialog>
  )
}
