import { BOUNDARIES } from '@assay/domain/series/detect/boundary'
import { DEFAULT_RULE, placeWords, ruleWords, type StoredRule } from '@assay/domain/series/rule'
import { rulesPath, seriesPath } from '../../paths.ts'
import type { RuleTrials } from '../../trpc/answers.ts'
import button from '../../ui/button.module.css'
import card from '../../ui/card.module.css'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { KeptHtml } from '../../ui/kept-html.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import type { RuleForm } from './read-rule-form.ts'
import { RuleButton } from './rule-button.tsx'
import { ruleFormHtml } from './rule-form-html.ts'
import style from './series.module.css'
import { TrialTable } from './trial-table.tsx'

type Props = {
  project: string
  rules: readonly StoredRule[]
  mayManage: boolean
  tried: RuleForm | null
  trial: RuleTrials | null
}

/** The rules of a project, and a form that tries another one on what was measured so far. */
export function RulesScreen({ project, rules, mayManage, tried, trial }: Props) {
  return (
    <>
      <PageHeader
        title="Rules"
        summary={`How long series are judged. A rule for a test goes before one for a metric or a machine; without any it is ${ruleWords(DEFAULT_RULE)}.`}
        actions={
          <a href={seriesPath(project)} className={button.button}>
            Series
          </a>
        }
      />
      {rules.length > 0 && (
        <DataTable caption="Rules" columns={columnsOf(project, mayManage)} rows={rules} rowKey={({ id }) => id} />
      )}
      <Section title="Try a rule" aside="on every series of this project that it would judge">
        <form method="get" action={rulesPath(project)} aria-label="Try a rule" className={style.picker}>
          <KeptHtml html={String(ruleFormHtml(tried))} />
        </form>
        <p className={style.judged}>
          {Object.entries(BOUNDARIES)
            .map(
              ([method, { fewest, is, limit }]) => `${method}: limit ${limit} (${is}), needs ${fewest} earlier points`,
            )
            .join('; ')}
          .
        </p>
        {tried !== null && trial !== null && (
          <div className={`${card.card} ${style.tried}`}>
            <p>
              <strong>{ruleWords(tried.rule)}</strong> for {placeWords(tried.place)}.
            </p>
            <TrialTable {...trial} />
            {trial.trial.why !== null && (
              <p className={style.judged}>
                On {trial.trial.unable} of {trial.trial.lines} series it cannot run. {trial.trial.why}
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
    </>
  )
}

function columnsOf(project: string, mayManage: boolean): Column<StoredRule>[] {
  return [
    { key: 'place', header: 'For', heads: true, cell: ({ place }) => placeWords(place) },
    { key: 'rule', header: 'Rule', cell: ({ rule }) => ruleWords(rule) },
    { key: 'since', header: 'Since', wideOnly: true, cell: ({ updatedAt }) => formatDate(updatedAt) },
    ...(mayManage
      ? [
          {
            key: 'remove',
            header: 'Change',
            cell: ({ id, place }: StoredRule) => (
              <RuleButton project={project} remove={id} label="Take away" about={placeWords(place)} />
            ),
          },
        ]
      : []),
  ]
}
