import { BOUNDARIES, type Boundary, type BoundaryMethod } from '@assay/domain/findings/series/detect/boundary'
import { MIN_SEGMENT } from '@assay/domain/findings/series/detect/min-segment'
import {
  DEFAULT_RULE,
  methodWord,
  RULE_METHODS,
  type RuleMethod,
  ruleScopeWords,
  ruleWords,
  type StoredRule,
} from '@assay/domain/findings/series/rule'
import { rulesPath, seriesPath } from '../../paths.ts'
import type { RulePreview } from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import card from '../../ui/card.module.css'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { countOf } from '../../ui/format-count.ts'
import { formatDate } from '../../ui/format-date.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PlainForm } from '../../ui/plain-form.tsx'
import { Section } from '../../ui/section.tsx'
import type { RuleForm } from './read-rule-form.ts'
import { RuleButton } from './rule-button.tsx'
import { RuleFields } from './rule-fields.tsx'
import { RulePreviewTable } from './rule-preview-table.tsx'
import style from './series.module.css'

type Props = {
  project: string
  rules: readonly StoredRule[]
  mayManage: boolean
  tried: RuleForm | null
  trial: RulePreview | null
}

/** The rules of a project, and a form that evaluates another rule on the history. */
export function RulesScreen({ project, rules, mayManage, tried, trial }: Props) {
  return (
    <>
      <PageHeader
        title={rulesTitle(rules)}
        summary="Rules detect changes in long series. A rule for a test has priority over one for a metric or a machine."
        actions={
          <a href={seriesPath(project)} className={button.button}>
            Trends
          </a>
        }
      />
      {rules.length > 0 && (
        <DataTable caption="Rules" columns={columnsOf(project, mayManage)} rows={rules} rowKey={({ id }) => id} />
      )}
      <Section title="Try a rule" aside="on every series of this project to which it applies">
        <PlainForm method="get" action={rulesPath(project)} aria-label="Try a rule" className={style.picker}>
          <RuleFields tried={tried} />
        </PlainForm>
        {tried !== null && trial !== null && (
          <div className={`${card.card} ${style.tried}`}>
            <p>
              <strong>{ruleWords(tried.rule)}</strong> for {ruleScopeWords(tried.place)}.
            </p>
            <RulePreviewTable {...trial} />
            {trial.trial.why !== null && (
              <p className={style.judged}>
                On {trial.trial.unable} of {trial.trial.lines} series the rule cannot run. {trial.trial.why}
              </p>
            )}
            {mayManage ? (
              <RuleButton project={project} save={tried} label="Save this rule" />
            ) : (
              <p className={style.judged}>Maintainers of this project can save it.</p>
            )}
          </div>
        )}
      </Section>
      <Section title="Rule methods">
        <DataTable caption="Rule methods" columns={METHODS} rows={RULE_METHODS} rowKey={(method) => method} />
      </Section>
    </>
  )
}

/** "2 rules of this project; other series use level shifts". */
const rulesTitle = (rules: readonly StoredRule[]): string =>
  rules.length === 0
    ? `Every series uses the same rule: ${ruleWords(DEFAULT_RULE)}`
    : `${countOf(rules.length, 'rule')} of this project; other series use ${ruleWords(DEFAULT_RULE)}`

const METHODS: Column<RuleMethod>[] = [
  { key: 'method', header: 'Rule', heads: true, cell: methodWord },
  { key: 'flags', header: 'Flags', wraps: true, cell: (method) => FLAGS[method] },
  {
    key: 'limit',
    header: 'Limit',
    about: 'Meaning of the limit, and its default',
    cell: (method) => {
      const boundary = boundaryOf(method)
      return boundary === null ? '–' : `${boundary.is}, ${boundary.limit}`
    },
  },
  {
    key: 'fewest',
    header: 'Earlier points',
    numeric: true,
    about: 'Minimum number of earlier points',
    cell: (method) => boundaryOf(method)?.minValues ?? 2 * MIN_SEGMENT,
  },
  {
    key: 'why',
    header: 'Reason for the minimum',
    wideOnly: true,
    cell: (method) => boundaryOf(method)?.why ?? `two levels of ${MIN_SEGMENT} points`,
  },
]

const FLAGS: Record<RuleMethod, string> = {
  levels: 'where the level changes; outliers and slow waves do not count',
  'e-divisive': 'where the distribution changes, as apache-otava does',
  'step-fit': 'where the best piecewise constant fit steps (least BIC)',
  percentage: 'a point far from the mean of those before it',
  'z-score': 'a point beyond a normal quantile of those before it',
  't-test': 'a point outside the prediction interval of those before it',
  'log-normal': 'the same on logarithms, both sides as ratios',
  iqr: 'a point far from the median, in quartile distances',
  'delta-iqr': 'a change larger than the usual difference between neighbors',
}

const boundaryOf = (method: RuleMethod): Boundary | null =>
  Object.hasOwn(BOUNDARIES, method) ? BOUNDARIES[method as BoundaryMethod] : null // The condition above ensures this.

function columnsOf(project: string, mayManage: boolean): Column<StoredRule>[] {
  return [
    { key: 'place', header: 'For', heads: true, cell: ({ place }) => ruleScopeWords(place) },
    { key: 'rule', header: 'Rule', cell: ({ rule }) => ruleWords(rule) },
    { key: 'since', header: 'Since', wideOnly: true, cell: ({ updatedAt }) => formatDate(updatedAt) },
    ...(mayManage
      ? [
          {
            key: 'remove',
            header: 'Change',
            cell: ({ id, place }: StoredRule) => (
              <RuleButton project={project} remove={id} label="Delete" about={ruleScopeWords(place)} />
            ),
          },
        ]
      : []),
  ]
}
