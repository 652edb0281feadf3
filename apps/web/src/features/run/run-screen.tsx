import { removeRunPath, runJsonPath, runsPath } from '../../paths.ts'
import type { Annotation, KnownBug, ResponseTimes, RunDetails, SampleSeries } from '../../trpc/api-types.ts'
import { Badge } from '../../ui/badge.tsx'
import button from '../../ui/button.module.css'
import { countOf } from '../../ui/format-count.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { RunNotes } from '../notes/run-notes.tsx'
import { formatRunQuery } from '../runs/run-query.ts'
import { Attachments } from './attachments.tsx'
import { Commands } from './commands.tsx'
import { CompareWith } from './compare-with.tsx'
import { ConfigText } from './config-text.tsx'
import { IntervalSection } from './interval-section.tsx'
import { ResponseTimesSection } from './response-times-section.tsx'
import { ResultsTable } from './results-table.tsx'
import { RunFacts } from './run-facts.tsx'
import { RunProfiles } from './run-profiles.tsx'
import style from './run-screen.module.css'
import { RunFlags } from './validity/run-flags.tsx'
import { ValiditySection } from './validity/validity-section.tsx'

type Props = {
  project: string
  run: RunDetails
  /** The result whose samples are drawn; null when there is none. */
  sampled: { resultId: string; series: readonly SampleSeries[] } | null
  /** The result whose response times are drawn; null when there is none. */
  timed: { resultId: string; curves: ResponseTimes } | null
  /** Code of the outcome after the form was sent. */
  answer: string | null
  mayWrite: boolean
  manages: boolean
  /** Known bugs that affect the run, and notes on it. */
  notes: { bugs: readonly KnownBug[]; annotations: readonly Annotation[] }
}

/** The page of one run. */
export function RunScreen({ project, run, sampled, timed, answer, mayWrite, manages, notes }: Props) {
  // Notes and bugs that exist explain the results; the form for a first note follows everything else.
  const hasNotes = notes.bugs.length + notes.annotations.length > 0
  return (
    <>
      <PageHeader
        above={<a href={runsPath(project)}>Runs</a>}
        title={
          <>
            {run.product} {run.version} <span className={style.on}>on {run.hardware}</span>
          </>
        }
        summary={
          <>
            {run.benchmark}, {run.workload} · config {run.config} · run {run.repeat}{' '}
            {run.newest ? (
              <Badge>newest run of its kind</Badge>
            ) : (
              <Badge tone="warn">a newer run covers the same results</Badge>
            )}
          </>
        }
        actions={
          <>
            <a
              className={button.button}
              href={runsPath(project, formatRunQuery({ pick: run.id, filters: sameJob(run) }))}
            >
              Settings diff with…
            </a>
            <a className={button.button} href={runJsonPath(project, run.id)}>
              JSON
            </a>
            {manages && (
              <a className={button.button} href={removeRunPath(project, run.id)}>
                Delete…
              </a>
            )}
          </>
        }
      />
      <RunFlags run={run} />
      {hasNotes && <RunNotes project={project} run={run} {...notes} />}
      <Section
        title="Results"
        aside={`${countOf(run.results.length, 'result')}, ${countOf(run.metrics.length, 'metric')}`}
      >
        <ResultsTable project={project} run={run} />
      </Section>
      {timed && <ResponseTimesSection project={project} run={run} timed={timed} />}
      {sampled && <IntervalSection project={project} run={run} sampled={sampled} />}
      <Section title="Compare with">
        <CompareWith project={project} run={run} />
      </Section>
      <RunFacts project={project} run={run} />
      {!hasNotes && <RunNotes project={project} run={run} {...notes} />}
      <RunProfiles project={project} run={run} />
      <Commands run={run} />
      <ConfigText config={run.configDetails} />
      <ValiditySection project={project} run={run} answer={answer} mayWrite={mayWrite} />
      <Section title="Raw files" aside="as uploaded, with passwords and home paths removed">
        <Attachments project={project} attachments={run.attachments} />
      </Section>
      {run.notes && (
        <Section title="Metadata from the runner">
          <p className={style.notes}>{run.notes}</p>
        </Section>
      )}
    </>
  )
}

/** Filters of runs with the same benchmark and workload, for which a settings diff is most useful. */
const sameJob = ({ benchmark, workload }: RunDetails) => ({ benchmark: [benchmark], workload: [workload] })
