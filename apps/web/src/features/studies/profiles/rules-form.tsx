import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import { DEFAULT_RULES_TEXT } from '@assay/domain/run/cpu-profile/default-rules'
import { RULE_LIMITS, type RuleProblem } from '@assay/domain/run/cpu-profile/group-rules'
import { studyPath } from '../../../paths.ts'
import button from '../../../ui/button.module.css'
import { Button } from '../../../ui/button.tsx'
import { HiddenInput, Textarea } from '../../../ui/input.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PlainForm } from '../../../ui/plain-form.tsx'
import style from './profiles.module.css'
import { type ProfileChoice, profilesPath } from './profiles-path.ts'

type Props = { project: string; comparison: Comparison; choice: ProfileChoice; problem: RuleProblem | null }

/** Edits the rules by which functions are grouped; the address contains them. */
export function RulesForm({ project, comparison, choice, problem }: Props) {
  const { rules, ...others } = choice
  const fields = [...new URLSearchParams(toQuery(comparison)), ...Object.entries(others)]
  return (
    <details className={style.rules} open={problem !== null}>
      <summary>Rules of the groups{rules !== undefined && ' (changed)'}</summary>
      {problem !== null && (
        <Notice title="These rules have errors; the table uses the default rules.">
          <p>
            Line {problem.line}: {problem.message}.
          </p>
        </Notice>
      )}
      <PlainForm method="get" action={studyPath(project, 'profiles')} aria-label="Rules of the groups">
        {fields.map(([name, value]) =>
          value === undefined || value === '' ? null : <HiddenInput key={name} name={name} value={value} />,
        )}
        <label htmlFor="group-rules">
          A line for each group: its name, an equals sign, and patterns separated by semicolons. An asterisk matches any
          text. A pattern matches the name of a function or of its shared object. The first rule that matches any
          function of a stack gets its samples; <code>leaf:</code> before a pattern matches the innermost function only,{' '}
          <code>!</code> before a name leaves its samples out of the total.
        </label>
        <Textarea
          id="group-rules"
          name="rules"
          rows={12}
          spellCheck={false}
          maxLength={RULE_LIMITS.characters}
          defaultValue={rules ?? DEFAULT_RULES_TEXT}
        />
        <div className={style.submit}>
          <Button type="submit" variant="primary">
            Group by these rules
          </Button>
          {rules !== undefined && (
            <a href={profilesPath(project, comparison, others)} className={button.button}>
              Back to the default rules
            </a>
          )}
        </div>
      </PlainForm>
    </details>
  )
}
