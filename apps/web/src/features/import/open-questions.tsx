import { answerChoices } from '@assay/domain/import/preview/answer-choices'
import { correctionsOfAnswer } from '@assay/domain/import/preview/corrections-for'
import type { PreviewDocument, PreviewQuestion } from '@assay/domain/import/preview/preview-document'
import type { Correction } from '@assay/domain/import/profile/corrections'
import { plural } from '@assay/domain/plural'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { countOf } from '../../ui/format-count.ts'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DIMENSIONS, type Dimension, labelOf } from './dimensions.ts'
import style from './import.module.css'

const MAX_CANDIDATES = 6

type Props = {
  preview: PreviewDocument
  onAnswer: (corrections: readonly Correction[]) => void
  /** Opens the correction of the dimension, for an answer that is not a candidate. */
  onOther: (dimension: Dimension, runs: readonly number[]) => void
}

/** The facts that nothing states, with the names that may be them. Nothing is stored while a question is open. */
export function OpenQuestions(props: Props) {
  const { questions } = props.preview
  if (questions.length === 0) return null
  return (
    <Notice title={plural(questions.length, 'question is open', 'questions are open')}>
      <ul className={style.questions}>
        {questions.map((question) => (
          <OpenQuestion key={JSON.stringify(question)} question={question} {...props} />
        ))}
      </ul>
    </Notice>
  )
}

function OpenQuestion({ question, preview, onAnswer, onOther }: Props & { question: PreviewQuestion }) {
  const { dimension, affects, files } = question
  const isPart = dimension === 'segment'
  const answer = (set: Correction['set']) => onAnswer(correctionsOfAnswer(preview, question, set))
  // The dialog corrects any field; it opens with the dimension of the question where that is a column.
  const column = DIMENSIONS.find((one) => one === dimension) ?? 'config'
  return (
    <li>
      <span>{textOf(question)}</span>
      {choicesOf(question).map(({ label, set }) => (
        <Button key={label} onClick={() => answer(set)}>
          {label}
        </Button>
      ))}
      {files === undefined ? (
        <Button onClick={() => onOther(column, affects)}>
          {isPart ? 'Something else' : `Another ${labelOf(dimension)}`}
        </Button>
      ) : (
        dimension === 'clients' && <ClientsForm onAnswer={(clients) => answer({ clients })} />
      )}
    </li>
  )
}

/** The number of clients of files that give no run before it is known. */
function ClientsForm({ onAnswer }: { onAnswer: (clients: string) => void }) {
  return (
    <Form className={style.answer} action={(fields) => onAnswer(String(fields.get('clients')))}>
      <label>
        Clients <Input name="clients" type="number" min={1} max={1_000_000} required />
      </label>
      <Button type="submit">Apply</Button>
    </Form>
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

type Choice = { label: string; set: Correction['set'] }

/** The answers that one click gives: the candidates, or for a part of the path the dimensions that it may be. */
function choicesOf(question: PreviewQuestion): Choice[] {
  const { dimension, answers } = question
  if (dimension !== 'segment') {
    const named = answerChoices(question)
      .slice(0, MAX_CANDIDATES)
      .map(({ label, value }): Choice => ({ label, set: { [dimension]: value } }))
    const isCompanion = answers.includes('_companion=ignore')
    return isCompanion ? [...named, { label: 'Ignore it', set: { _companion: 'ignore' } }] : named
  }
  return answers.flatMap((answer): Choice[] => {
    const [field = '', value = ''] = answer.split('=')
    if (field === '' || field.startsWith('params.')) return []
    const label = field.startsWith('_') ? 'Ignore it' : `The ${labelOf(field)}`
    return [{ label, set: { [field]: value } }]
  })
}
