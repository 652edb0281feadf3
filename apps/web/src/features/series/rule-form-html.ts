import { methodWord, RULE_METHODS } from '@assay/domain/findings/series/rule'
import button from '../../ui/button.module.css'
import { type Html, html } from '../../ui/html.ts'
import type { RuleForm } from './read-rule-form.ts'

/** Renders a rule and its filters as a form; it is sent by GET, so that a preview has an address. */
export const ruleFormHtml = (tried: RuleForm | null): Html => html`
  <label>Rule<select name="method">
    ${RULE_METHODS.map(
      (method) =>
        html`<option value="${method}"${method === tried?.rule.method && html` selected`}>${methodWord(method)}</option>`,
    )}
  </select></label>
  ${field('limit', 'Limit', tried?.rule.limit, 'as below')}
  ${field('from', 'Changes from, %', tried?.rule.minChange === undefined ? undefined : 100 * tried.rule.minChange, 'any')}
  ${field('test', 'Test', tried?.place.test, 'any')}
  ${field('metric', 'Metric', tried?.place.metric, 'any')}
  ${field('hardware', 'Hardware', tried?.place.hardware, 'any')}
  <button type="submit" class="${button.primary}">Try rule</button>`

const field = (name: string, label: string, value: string | number | undefined, empty: string): Html => html`
  <label>${label}<input name="${name}" value="${value === undefined ? '' : String(value)}" placeholder="${empty}" size="12"></label>`
