'use client'

import { isKeyOf, projectLabel } from '@assay/domain/projects/project-key'
import { readComparisonAddress } from '@assay/domain/publish/report/comparison-address'
import { FIGURE_VIEWS, PLAIN_FIGURE, writeFigureBlock } from '@assay/domain/publish/report/figure-block'
import { err, ok, type Result } from '@assay/domain/result'
import { useRef, useState } from 'react'
import { changeSharePath, savedPath } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import style from '../../../ui/dialog.module.css'
import { FormDialog } from '../../../ui/dialog.tsx'
import { clearForm } from '../../../ui/form.tsx'
import { Checkbox, Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { SelectOptions } from '../../../ui/select-options.tsx'

const PART_WORDS = { table: 'its tables', tldr: 'its summary', chart: 'its charts' } as const

type Props = {
  project: string
  saved: readonly { slug: string; title: string }[]
  insert: (block: string) => void
  /**
   * Set for a spec. Figures then get a name, by which the text binds numbers to them, and may be the whole page of a
   * study or the content of a shared link.
   */
  evidence?: { shares: readonly { id: string; title: string }[] } | null
}

/** Inserts the block of a comparison, chosen by a pasted address or from the saved ones. */
export function InsertFigure({ project, saved, insert, evidence = null }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [failure, setFailure] = useState('')
  const onSubmit = (fields: FormData, form: HTMLFormElement) => {
    const read = readFigure(fields, project)
    if (!read.ok) return setFailure(read.error)
    dialog.current?.close()
    insert(read.value)
    clearForm(form)
    setFailure('')
  }
  return (
    <>
      <Button onClick={() => dialog.current?.showModal()}>Insert a comparison or chart</Button>
      <FormDialog
        dialog={dialog}
        id="insert-figure"
        title="Insert a comparison or chart"
        submit="Insert"
        failure={failure}
        action={onSubmit}
      >
        <label>
          Address <small>as the browser shows it on the page of a comparison, a study or a saved comparison</small>
          <Input name="address" autoComplete="off" spellCheck={false} maxLength={20_000} />
        </label>
        <StoredChoices saved={saved} shares={evidence?.shares ?? []} />
        <ViewChoices hasPage={evidence !== null} />
        <label>
          Rows to draw <small>separated by semicolons, a chart for each; empty for the charts of the page</small>
          <Input name="rows" autoComplete="off" maxLength={1_000} />
        </label>
        {evidence !== null && (
          <label>
            Name <small>used to bind numbers in the text to the figure, such as sort; optional</small>
            <Input name="name" autoComplete="off" spellCheck={false} maxLength={40} pattern="[A-Za-z][A-Za-z0-9\-]*" />
          </label>
        )}
        <label>
          Caption <small>one line; optional</small>
          <Input name="caption" autoComplete="off" maxLength={500} />
        </label>
      </FormDialog>
    </>
  )
}

/** Reads the form as the block of a figure, or says which field to change. */
function readFigure(fields: FormData, project: string): Result<string, string> {
  const pasted = String(fields.get('address') ?? '').trim()
  const [saving, sharing] = ['saved', 'share'].map((name) => String(fields.get(name) ?? ''))
  const chosen = saving ? savedPath(project, saving) : sharing ? changeSharePath(project, sharing) : ''
  const address = readComparisonAddress(pasted || chosen)
  if (address === null) return err('Paste the address of a comparison or a study, or choose one below it.')
  if (!isKeyOf(address.project, project))
    return err(`This comparison is of another project, ${projectLabel(address.project)}.`)
  const shown = fields.getAll('show')
  const page = fields.get('page') !== null
  if (page && address.kind !== 'saved' && !(address.kind === 'query' && address.study !== null))
    return err('Only studies have a page that can be shown as a whole.')
  const show = FIGURE_VIEWS.filter((part) => shown.includes(part))
  if (show.length === 0 && !page) return err('Choose its tables, its summary or its charts.')
  const caption = String(fields.get('caption') ?? '').trim()
  const rows = String(fields.get('rows') ?? '')
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const named = show.includes('chart') ? rows : []
  return ok(
    writeFigureBlock({
      ...PLAIN_FIGURE,
      name: String(fields.get('name') ?? '').trim() || null,
      address,
      ...(page ? { page } : { show, rows: named }),
      caption: caption === '' ? null : caption,
    }),
  )
}

type StoredProps = { saved: Props['saved']; shares: NonNullable<Props['evidence']>['shares'] }

function StoredChoices({ saved, shares }: StoredProps) {
  return (
    <>
      {saved.length > 0 && (
        <label>
          or a saved comparison
          <Select name="saved" defaultValue="">
            <option value="">none chosen</option>
            <SelectOptions options={saved.map(({ slug, title }) => [slug, title])} />
          </Select>
        </label>
      )}
      {shares.length > 0 && (
        <label>
          or the content of a shared link <small>as it was shared, with its masks</small>
          <Select name="share" defaultValue="">
            <option value="">none chosen</option>
            <SelectOptions options={shares.map(({ id, title }) => [id, title])} />
          </Select>
        </label>
      )}
    </>
  )
}

function ViewChoices({ hasPage }: { hasPage: boolean }) {
  return (
    <fieldset>
      <legend>Show</legend>
      {FIGURE_VIEWS.map((part) => (
        <label key={part} className={style.choice}>
          <Checkbox name="show" value={part} defaultChecked={part === 'table'} /> {PART_WORDS[part]}
        </label>
      ))}
      {hasPage && (
        <label className={style.choice}>
          <Checkbox name="page" /> the whole page of the study instead
        </label>
      )}
    </fieldset>
  )
}
