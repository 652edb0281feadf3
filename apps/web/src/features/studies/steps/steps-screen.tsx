import type { Comparison } from '@assay/domain/compare/comparison'
import type { Grid } from '@assay/domain/compare/grid'
import { stepsComparisons, stepsOf, stepsSentence, withoutAverages } from '@assay/domain/studies/steps'
import { Section } from '../../../ui/section.tsx'
import { askGrid } from '../frame/ask-grid.ts'
import { StudyFrame } from '../frame/study-frame.tsx'
import { StudyTables } from '../frame/study-tables.tsx'
import { studyPagePath } from '../study-href.ts'
import type { StudyScreenProps } from '../study-screen.ts'
import { OneStep } from './one-step.tsx'
import { stepPath } from './step-path.ts'
import style from './steps.module.css'

/** The Insert Benchmark as its reports have it: throughput, the same relative, background rates, then step by step. */
export async function StepsScreen({ project, comparison, problems, own, level }: StudyScreenProps) {
  const asked = stepsComparisons(comparison)
  const [throughput, relative, background, published] = await Promise.all([
    askGrid(project, asked.throughput),
    askGrid(project, asked.relative),
    askGrid(project, asked.background),
    asked.published === null ? null : askGrid(project, asked.published),
  ])
  const steps = stepsOf(throughput)
  const step = steps.find((name) => name === own.step) ?? steps[0]
  // Links of a table divide by a row or count badged results in; everything else of the page stays as it was asked for.
  const hrefTo = ({ base, countBadged }: Comparison) =>
    studyPagePath(project, 'steps', {
      ...comparison,
      base: base.kind === 'values' ? base : comparison.base,
      countBadged,
    })
  const tables = (label: string, asking: Comparison, grid: Grid) => (
    <StudyTables project={project} comparison={asking} grid={withoutAverages(grid)} hrefTo={hrefTo} label={label} />
  )
  return (
    <StudyFrame
      level={level}
      kind="steps"
      project={project}
      title="Steps"
      summary={stepsSentence({ throughput, background, published })}
      comparison={comparison}
      problems={problems}
      warnings={relative.warnings.filter(({ code }) => code !== 'incomplete-rows')}
    >
      {hasRows(throughput) && (
        <Section title="Throughput" id="throughput">
          <p className={style.about}>
            Each step counts what stands below its name. The lowest quarter of the range of a column is worse, the
            highest better, and nothing is worse when the smallest is at least 80% of the largest. Grey: the step missed
            its target, so its throughput is not comparable.
          </p>
          {tables('throughput', asked.throughput, throughput)}
        </Section>
      )}
      {hasRows(relative) && (
        <Section title="Relative throughput" id="relative">
          <p className={style.about}>The same, divided by one row; the sign ÷ beside a row divides by it.</p>
          {tables('relative throughput', asked.relative, relative)}
        </Section>
      )}
      {hasRows(background) && (
        <Section title="Background rate against target" id="background">
          <p className={style.about}>
            Inserts per second beside the queries, then as a share of the target of all clients. Below 95% the target is
            missed.
          </p>
          {tables('background rates', asked.background, background)}
        </Section>
      )}
      {asked.published !== null && published !== null && hasRows(published) && (
        <Section title="Published as ratios" id="published">
          <p className={style.about}>
            Of these results only throughput relative to another version was published, so they have no rates.
          </p>
          {tables('published ratios', asked.published, published)}
        </Section>
      )}
      {step !== undefined && (
        <Section title={`Step ${step}`} id="step">
          <nav aria-label="Steps" className={style.steps}>
            {steps.map((name) => (
              <a
                key={name}
                href={stepPath(project, comparison, name)}
                aria-current={name === step ? 'true' : undefined}
              >
                {name}
              </a>
            ))}
          </nav>
          <OneStep project={project} throughput={asked.throughput} step={step} />
        </Section>
      )}
      {!hasRows(throughput) && (published === null || !hasRows(published)) && <p>No result passes these filters.</p>}
    </StudyFrame>
  )
}

const hasRows = ({ tables }: Grid) => tables.some(({ groups }) => groups.length > 0)
