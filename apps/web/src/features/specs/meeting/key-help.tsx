import { Checkbox } from '../../../ui/input.tsx'
import style from './meeting.module.css'
import type { ResponseChoice } from './response-choices.ts'

type Props = {
  choices: readonly ResponseChoice[]
  isOn: boolean
  onToggle: (on: boolean) => void
  may: { record: boolean; answer: boolean; add: boolean; meeting: boolean }
}

/** Help for the keyboard shortcuts, which can be turned off. */
export function KeyHelp({ choices, isOn, onToggle, may }: Props) {
  const keys: [string, string][] = [
    ['j', 'next comment'],
    ['k', 'previous comment'],
    ['o', 'open it in the text'],
    ...choices.map(({ key, label }): [string, string] => [key, label.toLowerCase()]),
    ...(choices.length === 0 ? [] : ([['u', 'revise the last response']] as [string, string][])),
    ...(may.answer ? ([['c', 'confirm a draft']] as [string, string][]) : []),
    ...(may.add ? ([['n', 'new comment']] as [string, string][]) : []),
    ...(may.record && may.meeting
      ? ([
          ['p', 'people'],
          ['i', 'minutes'],
          ['e', 'end the meeting'],
        ] as [string, string][])
      : []),
  ]
  return (
    <details className={`${style.keys} needs-script`} open>
      <summary>Keys</summary>
      <label>
        <Checkbox checked={isOn} onChange={(event) => onToggle(event.target.checked)} /> Enable single-key shortcuts
      </label>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
