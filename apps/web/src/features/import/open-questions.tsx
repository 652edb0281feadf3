import { answerChoices } from '@assay/domain/import/preview/answer-choices'
import { correctionsOfAnswer } from '@assay/domain/import/preview/corrections-for'
import type { PreviewDocument, PreviewQuestion } from '@assay/domain/import/preview/preview-document'
import type { Correction } from '@assay/domain/import/profile/corrections'
import { plural } from '@assay/domain/plural'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { countOf } from '../../ui/format-count.ts'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select, type SelectOption } from '../../ui/select.tsx'
import { labelOf } from './dimensions.ts'
import style from './import.module.css'

const MAX_CANDIDATES = 6

/** The choice that a text field follows. */
const OTHER = ''
const PARAMETER = /^params\.NAME=/
/** The choice that is no answer yet. */
const UNDECIDED = '?'

type Props = {
  preview: PreviewDocument
  /** The names of the machines of the project. The only one is the likely answer. */
  machines: readonly string[]
  isBusy: boolean
  onAnswer: (corrections: readonly Correction[]) => void
}

/** An answer while it is made: one of the choices, and the text next to it. */
type Draft = { choice: string; text: string }

/**
 * The facts that nothing states, in one form: the names that may be them, with the likely answer chosen, and one button for
 * all. Nothing is stored while a question is open.
 */
export function OpenQuestions({ preview, machines, isBusy, onAnswer }: Props) {
  const { questions } = preview
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map())
  if (questions.length === 0) return null
  const shown = questions.map((question) => {
    const key = JSON.stringify([question.dimension, question.candidates, question.files])
    const draft = drafts.get(key) ?? initialDraft(question, machines)
    return { key, question, draft, set: answerOf(question, draft) }
  })
  // A part of the path that is the machine answers the question about the machine as well.
  const named = new Set(shown.flatMap(({ question, set }) => (isPart(question) ? Object.keys(set ?? {}) : [])))
  // A part that is chosen as the machine needs no second meaning.
  const taken = new Set(
    shown.flatMap(({ question, set }) => (isPart(question) ? [] : Object.values(set ?? {}).filter(isFolder))),
  )
  const isAnswered = ({ question }: { question: PreviewQuestion }) =>
    isPart(question) ? referencesOf(question).every((part) => taken.has(part)) : named.has(question.dimension)
  const open = shown.map((one) => ({ ...one, isAnswered: isAnswered(one) }))
  const answered = open.filter(({ set, isAnswered }) => set !== null && !isAnswered)
  const apply = () => onAnswer(answered.flatMap(({ question, set }) => correctionsOf(preview, question, set)))
  return (
    <Notice title={plural(questions.length, 'question is open', 'questions are open')}>
      <Form action={apply}>
        <ul className={style.questions}>
          {open.map(({ key, question, draft, isAnswered }) => (
            <OpenQuestion
              key={key}
              question={question}
              draft={draft}
              machines={machines}
              isAnswered={isAnswered}
              onChange={(next) => setDrafts((before) => new Map(before).set(key, next))}
            />
          ))}
        </ul>
        <Button variant="primary" type="submit" disabled={isBusy || answered.length === 0}>
          {answered.length === 0 ? 'Apply answers' : `Apply ${plural(answered.length, 'answer', 'answers')}`}
        </Button>
      </Form>
    </Notice>
  )
}

/** True for a question that is answered by saying what a part of the path is. */
const isPart = ({ dimension, answers }: PreviewQuestion): boolean =>
  dimension === 'segment' || (dimension === 'repeat' && answers.length > 0)

const isFolder = (value: string): boolean => /^@folder\d?$/.test(value)

/** The parts of paths that a question is about. */
const referencesOf = ({ answers }: PreviewQuestion): string[] => [
  ...new Set(answers.map((answer) => partsOf(answer).value)),
]

const correctionsOf = (
  preview: PreviewDocument,
  question: PreviewQuestion,
  set: Correction['set'] | null,
): Correction[] => (set === null ? [] : correctionsOfAnswer(preview, question, set))

type QuestionProps = {
  question: PreviewQuestion
  draft: Draft
  machines: readonly string[]
  /** True when the answer to another question answers this one. */
  isAnswered: boolean
  onChange: (draft: Draft) => void
}

function OpenQuestion({ question, draft, machines, isAnswered, onChange }: QuestionProps) {
  const id = useId()
  const options = optionsOf(question)
  const { choice, text } = draft
  const isParameter = PARAMETER.test(choice)
  const hasText = choice === OTHER || isParameter
  const chosen = isPart(question) ? choice : `${question.dimension}=${choice}`
  const isMachine = question.dimension === 'hardware' && choice === OTHER
  const isOnlyMachine = isMachine && machines.length === 1 && machines[0] === text
  const isLikely = isOnlyMachine || (question.suggested !== undefined && question.suggested === chosen)
  const isCount = question.dimension === 'clients'
  return (
    <li>
      <span id={id}>{textOf(question)}</span>
      {isAnswered ? (
        <small>Answered by another answer.</small>
      ) : (
        <>
          {options.length > 1 && (
            <Select
              aria-labelledby={id}
              value={choice}
              options={options}
              onChange={(event) => onChange({ ...draft, choice: event.target.value })}
            />
          )}
          {hasText && (
            <Input
              aria-labelledby={id}
              placeholder={isParameter ? 'name of the parameter' : `name of the ${labelOf(question.dimension)}`}
              value={text}
              maxLength={200}
              autoComplete="off"
              {...(isCount ? { type: 'number' as const, min: 1, max: 1_000_000 } : {})}
              {...(isParameter ? { pattern: '[A-Za-z][A-Za-z0-9_.]*' } : {})}
              {...(isMachine ? { list: `${id}-machines` } : {})}
              onChange={(event) => onChange({ ...draft, text: event.target.value })}
            />
          )}
          {isMachine && (
            <datalist id={`${id}-machines`}>
              {machines.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          )}
          {isLikely && <small>likely; check it</small>}
        </>
      )}
    </li>
  )
}

function textOf(question: PreviewQuestion): string {
  const { dimension, candidates, affects, files } = question
  if (files !== undefined) {
    const listed = files.slice(0, MAX_CANDIDATES).join(', ') + (files.length > MAX_CANDIDATES ? ', …' : '')
    return dimension === 'clients'
      ? `How many clients did ${listed} have?`
      : `Which ${labelOf(dimension)} ran while ${listed} ${files.length === 1 ? 'was' : 'were'} written?`
  }
  if (dimension === 'segment') {
    const listed = candidates.slice(0, MAX_CANDIDATES).join(', ')
    return `What is this part of the path: ${listed}${candidates.length > MAX_CANDIDATES ? ', …' : ''}?`
  }
  return `Which ${labelOf(dimension)} ${affects.length === 1 ? 'does 1 run' : `do ${countOf(affects.length, 'run')}`} have?`
}

/** The choices: for a part of the path the dimensions that it may be, otherwise the candidates and another name. */
function optionsOf(question: PreviewQuestion): SelectOption[] {
  const { dimension, candidates, answers, files } = question
  if (!isPart(question)) {
    const named = answerChoices(question).map(({ label, value }): SelectOption => [value, label])
    const ignore = answers.includes('_companion=ignore') ? [['_companion=ignore', 'Ignore it'] as const] : []
    const isNamed = files === undefined || dimension === 'clients'
    return [...named, ...ignore, ...(isNamed ? [[OTHER, `Another ${labelOf(dimension)}`] as const] : [])]
  }
  const references = [...new Set(answers.map((answer) => partsOf(answer).value))]
  const parts = answers.map((answer): SelectOption => {
    const { field, value } = partsOf(answer)
    const label = field === '_ignored' ? 'Ignore it' : field === 'params.NAME' ? 'A parameter' : `The ${labelOf(field)}`
    return [answer, references.length > 1 ? `${candidates[references.indexOf(value)]}: ${label}` : label]
  })
  return question.suggested === undefined ? [[UNDECIDED, 'Choose'], ...parts] : parts
}

const partsOf = (answer: string): { field: string; value: string } => {
  const at = answer.indexOf('=')
  return { field: answer.slice(0, at), value: answer.slice(at + 1) }
}

/** The likely answer; without one nothing is chosen for the person. */
function initialDraft(question: PreviewQuestion, machines: readonly string[]): Draft {
  const { suggested, dimension, files } = question
  if (isPart(question)) return { choice: suggested ?? UNDECIDED, text: '' }
  const options = optionsOf(question)
  if (files !== undefined && dimension !== 'clients') return { choice: options[0]?.[0] ?? OTHER, text: '' }
  const [onlyMachine, ...others] = dimension === 'hardware' ? machines : []
  const known = others.length === 0 ? (onlyMachine ?? '') : ''
  const likely = suggested === undefined ? known : partsOf(suggested).value
  return options.some(([value]) => value === likely) ? { choice: likely, text: '' } : { choice: OTHER, text: likely }
}

/** The facts that a draft states; null while it states none. */
function answerOf(question: PreviewQuestion, { choice, text }: Draft): Correction['set'] | null {
  const typed = text.trim()
  if (choice === UNDECIDED) return null
  if (!isPart(question)) {
    if (choice === '_companion=ignore') return { _companion: 'ignore' }
    const value = choice === OTHER ? typed : choice
    return value === '' ? null : { [question.dimension]: value }
  }
  const { field, value } = partsOf(choice)
  if (!PARAMETER.test(choice)) return { [field]: value }
  return typed === '' ? null : { [`params.${typed}`]: value }
}
