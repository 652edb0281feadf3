import { runPath, runValidityPath, signInPath } from '../../../paths.ts'
import type { RunDetails } from '../../../trpc/api-types.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { countOf } from '../../../ui/format-count.ts'
import { formatDateAndTime } from '../../../ui/format-date.ts'
import { Textarea } from '../../../ui/input.tsx'
import { PlainForm } from '../../../ui/plain-form.tsx'
import { Section } from '../../../ui/section.tsx'
import { Select } from '../../../ui/select.tsx'
import field from '../../notes/write-form.module.css'
import { answerOf } from './refusals.ts'
import style from './validity-section.module.css'

type Props = { project: string; run: RunDetails; answer: string | null; mayWrite: boolean }

/**
 * Lists who excluded the run or a result of it and why, with the form to exclude and include. It works without
 * JavaScript.
 */
export function ValiditySection({ project, run, answer, mayWrite }: Props) {
  const answered = answerOf(answer)
  const { invalidations } = run
  return (
    <Section title="Exclusions" id="validity">
      {answered && (
        <p role="status" className={answered.done ? style.done : style.refused}>
          {answered.text}
        </p>
      )}
      <PlainForm method="post" action={runValidityPath(project, run.id)} className={style.form} aria-label="Exclude">
        {invalidations.length > 0 && (
          <ul className={style.list}>
            {invalidations.map((invalidation) => (
              <Taken key={invalidation.id} run={run} invalidation={invalidation} />
            ))}
          </ul>
        )}
        {mayWrite ? (
          <details open={answered !== null && !answered.done}>
            <summary>Exclude or include this run</summary>
            <p>Excluded results stay visible, with your name and reason, but are excluded from bands and means.</p>
            <div className={field.form}>
              <Field label="What">
                <Select name="result">
                  <option value="">the whole run</option>
                  {run.results.map(({ id, test, clients, params }) => (
                    <option key={id} value={id}>
                      {[test, countOf(clients, 'client'), ...Object.entries(params).map((pair) => pair.join(' '))].join(
                        ', ',
                      )}
                    </option>
                  ))}
                </Select>
              </Field>
              <Field label="Reason">
                <Textarea name="reason" rows={2} maxLength={1000} required />
              </Field>
            </div>
            <div className={style.buttons}>
              <Button type="submit" variant="primary">
                Exclude
              </Button>
              {invalidations
                .filter(({ withdrawnAt }) => withdrawnAt === null)
                .map(({ id, reason }) => (
                  <Button key={id} type="submit" name="withdraw" value={id} formNoValidate>
                    Include: {reason.length > 60 ? `${reason.slice(0, 59)}…` : reason}
                  </Button>
                ))}
            </div>
          </details>
        ) : (
          <p>
            <a href={signInPath({ next: runPath(project, run.id) })}>Sign in</a> as an author to exclude or include this
            run.
          </p>
        )}
      </PlainForm>
    </Section>
  )
}

function Taken({ run, invalidation }: { run: RunDetails; invalidation: RunDetails['invalidations'][number] }) {
  const { resultId, reason, madeBy, madeAt, withdrawnBy, withdrawnAt } = invalidation
  const result = run.results.find(({ id }) => id === resultId)
  return (
    <li>
      {result === undefined ? 'The whole run' : `${result.test}, ${countOf(result.clients, 'client')}`}: “{reason}”{' '}
      <span className={style.who}>
        {madeBy}, <time dateTime={madeAt}>{formatDateAndTime(madeAt)}</time>
        {withdrawnAt !== null && (
          <>
            ; included again by {withdrawnBy}, <time dateTime={withdrawnAt}>{formatDateAndTime(withdrawnAt)}</time>
          </>
        )}
      </span>
    </li>
  )
}
