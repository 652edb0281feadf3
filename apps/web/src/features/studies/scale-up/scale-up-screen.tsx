import { onlySubject, SCALE_UP_REASONS, scaleUpComparison, scaleUpOf } from '@assay/domain/studies/scale-up'
import { scaleUpCharts } from '@assay/domain/studies/scale-up-charts'
import { scaleUpSentence } from '@assay/domain/studies/scale-up-sentence'
import { StudyChart } from '../../../charts/study-chart.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countOf } from '../../../ui/format-count.ts'
import { Section } from '../../../ui/section.tsx'
import { askGrid } from '../frame/ask-grid.ts'
import { StudyCharts, StudyPart } from '../frame/study-charts.tsx'
import { StudyFrame } from '../frame/study-frame.tsx'
import { StudyTables } from '../frame/study-tables.tsx'
import { studyPagePath } from '../study-href.ts'
import type { StudyScreenProps } from '../study-screen.ts'
import { ScaleUpOverview } from './scale-up-overview.tsx'
import { ScaleUpTable } from './scale-up-table.tsx'

/** More in full would be a page that nobody reads; the others are a click away. */
const MOST_IN_FULL = 2

/** How far throughput grows with clients: buckets of tests, curves against perfect scaling, and what explains them. */
export async function ScaleUpScreen({ project, comparison: asked, problems, level }: StudyScreenProps) {
  const comparison = scaleUpComparison(asked)
  const grid = await askGrid(project, comparison)
  const { subjects, leftOut } = scaleUpOf(grid)
  // What explains is read beside its test and not as a comparison of its own.
  const shown = { ...comparison, metrics: comparison.metrics.slice(0, 1) }
  const inFull = subjects.slice(0, MOST_IN_FULL)
  return (
    <StudyFrame
      level={level}
      kind="scale-up"
      project={project}
      title="Scale-up"
      summary={`Throughput at N clients divided by that at ${subjects[0]?.baseClients ?? 1}, all else equal; efficiency is scale-up divided by N.`}
      comparison={shown}
      problems={problems}
      warnings={grid.warnings.filter(({ text }) => !SCALE_UP_REASONS.some((metric) => text.includes(metric)))}
    >
      {subjects.length === 0 && (
        <EmptyState title="Nothing here was measured at several numbers of clients">
          <p>Upload runs of one build and workload at 1 client and at more, or take off a filter above.</p>
        </EmptyState>
      )}
      {subjects.length > 1 && (
        <Section
          title="Side by side"
          aside={
            subjects.length > MOST_IN_FULL
              ? `the first ${MOST_IN_FULL} follow in full; each opens alone`
              : 'each opens alone'
          }
        >
          <ScaleUpOverview
            subjects={subjects}
            hrefTo={(subject) => studyPagePath(project, 'scale-up', onlySubject(comparison, subject))}
          />
        </Section>
      )}
      {inFull.map((subject, i) => (
        <Section key={subject.label} title={subject.label || 'Scale-up'} id={`subject-${i}`}>
          <StudyPart>
            <p>{scaleUpSentence(subject)}</p>
            <ScaleUpTable project={project} subject={subject} />
            <StudyCharts>
              {scaleUpCharts(subject, `scale-up-${i}`).map((model) => (
                <StudyChart key={model.id} model={model} />
              ))}
            </StudyCharts>
          </StudyPart>
        </Section>
      ))}
      {leftOut.length > 0 && (
        <p>
          {countOf(leftOut.length, 'other was', 'others were')} measured at one number of clients only:{' '}
          {leftOut.slice(0, 6).join(', ')}
          {leftOut.length > 6 && ' …'}.
        </p>
      )}
      {subjects.length > 0 && subjects.length <= MOST_IN_FULL && (
        <Section title="All numbers" aside="ratios are scale-ups; a number opens what is behind it">
          <StudyTables
            project={project}
            comparison={comparison}
            grid={grid}
            hrefTo={(other) => studyPagePath(project, 'scale-up', other)}
            shows={(_, index) => index % (1 + SCALE_UP_REASONS.length) === 0}
          />
        </Section>
      )}
    </StudyFrame>
  )
}
