'use client'

import { NOTICE_DAYS } from '@assay/domain/specs/meeting/schedule-meeting'
import { useState } from 'react'
import type { SpecPeople } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { SelectOptions } from '../../ui/select-options.tsx'
import { ActionForm, type Typed } from './action-form.tsx'
import style from './form.module.css'
import { incompleteGoal } from './incomplete-goal.ts'
import { splitNames } from './meeting/split-names.ts'
import type { ReviewFacts } from './review-panel.tsx'

// Forms for actions on a review other than its next step. Each form describes its action, and an error says what is
// missing.

export type Props = { project: string; page: ReviewFacts; people: SpecPeople }

/** Finds the selected person in the form of an action. */
function personOf(people: SpecPeople, typed: Typed): { key: string; name: string } | undefined {
  const one = people.find(({ key }) => key === typed('who'))
  return one && { key: one.key, name: one.name }
}

function PersonField({ people, label }: { people: SpecPeople; label: string }) {
  return (
    <label>
      {label}
      <Select name="who" required defaultValue="">
        <option value="" disabled>
          Choose…
        </option>
        <SelectOptions options={people.map(({ key, name }) => [key, name])} />
      </Select>
    </label>
  )
}

const WhyField = ({ label }: { label: string }) => (
  <label>
    {label}
    <Textarea name="reason" rows={2} required maxLength={2_000} />
  </label>
)

const NobodyYet = () => (
  <p className={style.faint}>
    People with an account can be chosen here after they have opened the spec. Nobody has yet.
  </p>
)

const NobodyWrites = () => (
  <p className={style.faint}>
    Nobody else can write in this project. Owners of the organization invite members on its page.
  </p>
)

export function PostponeForm({ project, page: { name } }: Props) {
  return (
    <ActionForm
      {...{ project, name }}
      of="postpone"
      label="Postpone the meeting"
      submit="Postpone"
      action={(typed) => ({
        kind: 'postpone',
        meetingAt: new Date(typed('meetingAt')).toISOString(),
        ...(typed('place') !== '' && { place: typed('place') }),
        shortNoticeReason: typed('reason') || null,
      })}
    >
      <label>
        New time
        <Input name="meetingAt" type="datetime-local" required />
      </label>
      <label>
        Place or link, if it changes
        <Input name="place" maxLength={500} autoComplete="off" />
      </label>
      <label>
        Reason for less than {NOTICE_DAYS} days of notice
        <Input name="reason" maxLength={1_000} autoComplete="off" />
      </label>
    </ActionForm>
  )
}

export function ScribeForm({ project, page, people }: Props) {
  const { name, spec } = page
  const authors = new Set([spec.owner, ...spec.coAuthors].map(({ key }) => key))
  const others = people.filter(({ key }) => !authors.has(key))
  const scribe = spec.rounds.findLast(({ end }) => end === null)?.scribe ?? null
  if (others.length === 0) return <NobodyYet />
  return (
    <ActionForm
      {...{ project, name }}
      of="scribe"
      label="Set scribe"
      submit="Set"
      action={(typed) => ({ kind: 'name-scribe', scribe: personOf(others, typed) ?? null })}
    >
      <label>
        The scribe records the meeting; authors confirm the responses
        <Select name="who" defaultValue={scribe?.key ?? ''}>
          <option value="">No scribe: the authors</option>
          <SelectOptions options={others.map(({ key, name: label }) => [key, label])} />
        </Select>
      </label>
    </ActionForm>
  )
}

export function CoAuthorForm({ project, page, people }: Props) {
  const { name, spec } = page
  const authors = new Set([spec.owner, ...spec.coAuthors].map(({ key }) => key))
  const others = people.filter(({ key, writes }) => writes && !authors.has(key))
  if (others.length === 0) return <NobodyWrites />
  return (
    <ActionForm
      {...{ project, name }}
      of="co-author"
      label="Add an author"
      submit="Add"
      action={(typed) => ({ kind: 'add-author', who: personOf(others, typed) })}
    >
      <PersonField people={others} label="New co-author" />
    </ActionForm>
  )
}

export function HandOverForm({ project, page, people }: Props) {
  const { name, spec } = page
  const others = people.filter(({ key, writes }) => writes && key !== spec.owner.key)
  if (others.length === 0) return <NobodyWrites />
  return (
    <ActionForm
      {...{ project, name }}
      of="hand-over"
      label="Transfer ownership"
      submit="Transfer"
      action={(typed) => ({ kind: 'hand-over', to: personOf(others, typed) })}
    >
      <PersonField people={others} label={`New owner instead of ${spec.owner.name}`} />
    </ActionForm>
  )
}

export function WithdrawForm({ project, page: { name } }: Props) {
  return (
    <ActionForm
      {...{ project, name }}
      of="withdraw"
      label="Withdraw the spec"
      submit="Withdraw"
      action={(typed) => ({ kind: 'withdraw', reason: typed('reason') })}
    >
      <WhyField label="Reason; the spec stays readable" />
    </ActionForm>
  )
}

export function ReopenForm({ project, page: { name } }: Props) {
  return (
    <ActionForm
      {...{ project, name }}
      of="reopen"
      label="Start another round"
      submit="Open"
      action={(typed) => ({ kind: 'reopen', reason: typed('reason') })}
    >
      <WhyField label="Reason; the spec becomes a draft, and earlier rounds stay in the appendix" />
    </ActionForm>
  )
}

export function SupersedeForm({ project, page: { name } }: Props) {
  return (
    <ActionForm
      {...{ project, name }}
      of="supersede"
      label="Superseded by another spec"
      submit="Mark as superseded"
      action={(typed) => ({ kind: 'supersede', successor: typed('successor'), reason: typed('reason') })}
    >
      <label>
        By which spec (FS-… or DS-…)
        <Input name="successor" required maxLength={20} autoComplete="off" />
      </label>
      <WhyField label="Why" />
    </ActionForm>
  )
}

const OUTCOMES = { built: 'Built', 'not-built': 'Not built', abandoned: 'Abandoned' } as const

/** Outcome of a spec: versions that have it, and runs that show which of its goals are met. */
export function OutcomeForm({ project, page: { name, spec } }: Props) {
  const { outcome } = spec
  const [rows, setRows] = useState(Math.max(1, outcome?.runs.length ?? 0))
  const ids = Array.from({ length: rows }, (_, at) => `run${at}`)
  return (
    <ActionForm
      {...{ project, name }}
      of="outcome"
      label="Outcome"
      submit="Save"
      action={(typed) => ({
        kind: 'mark',
        outcome: typed('outcome'),
        note: typed('note'),
        versions: splitNames(typed('versions')),
        runs: ids
          .map((id) => ({ id: runOf(typed(id)), goal: typed(`${id}-goal`), met: typed(`${id}-met`) === 'met' }))
          .filter(({ id, goal }) => id !== '' || goal !== ''),
      })}
      check={(typed) => incompleteGoal(ids.map((id) => ({ goal: typed(`${id}-goal`), run: typed(id) })))}
    >
      <label>
        It is
        <Select name="outcome" defaultValue={outcome?.kind ?? 'built'} options={Object.entries(OUTCOMES)} />
      </label>
      <label>
        Versions, separated by commas
        <Input name="versions" autoComplete="off" defaultValue={outcome?.versions.join(', ') ?? ''} />
      </label>
      {ids.map((id, at) => {
        const run = outcome?.runs[at]
        return (
          <fieldset key={id} className={style.row}>
            <legend>Goal {at + 1}, and its run</legend>
            <label>
              Goal
              <Input name={`${id}-goal`} maxLength={300} autoComplete="off" defaultValue={run?.goal ?? ''} />
            </label>
            <label>
              Run, its address or id
              <Input name={id} maxLength={500} autoComplete="off" defaultValue={run?.id ?? ''} />
            </label>
            <label>
              The run shows it
              <Select name={`${id}-met`} defaultValue={run?.met === false ? 'missed' : 'met'}>
                <option value="met">met</option>
                <option value="missed">missed</option>
              </Select>
            </label>
          </fieldset>
        )
      })}
      <Button onClick={() => setRows(rows + 1)}>Another goal</Button>
      <label>
        Description, or the reason if abandoned
        <Textarea name="note" rows={2} maxLength={2_000} defaultValue={outcome?.note ?? ''} />
      </label>
    </ActionForm>
  )
}

/** People copy the address of a run from its page. */
const runOf = (typed: string): string =>
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i.exec(typed)?.[0].toLowerCase() ?? typed
