import { NewStoredRule } from '@assay/domain/findings/series/rule'
import type { z } from 'zod'

export type RuleForm = z.infer<typeof NewStoredRule>

/** Parses the rule of a submitted form; null when the form is empty or invalid. */
export function readRuleForm(given: URLSearchParams): RuleForm | null {
  const method = given.get('method')
  if (method === null) return null
  const limit = numberOf(given.get('limit'))
  const percent = numberOf(given.get('from'))
  const text = (name: string) => (given.get(name) ?? '').trim()
  const parsed = NewStoredRule.safeParse({
    place: { test: text('test'), metric: text('metric'), hardware: text('hardware') },
    rule: {
      method,
      ...(limit === null ? {} : { limit }),
      ...(percent === null ? {} : { minChange: percent / 100 }),
    },
  })
  return parsed.success ? parsed.data : null
}

function numberOf(text: string | null): number | null {
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}
