import type { Comparison } from '@assay/domain/compare/comparison'
import { toQuery } from '@assay/domain/compare/comparison-url'
import {
  FIO_READS,
  fioReads,
  fioTestOf,
  type IoSubject,
  ioComparison,
  ioEfficiencyOf,
  placesOf,
  workloadReads,
} from '@assay/domain/studies/io-efficiency'
import { ioSentence } from '@assay/domain/studies/io-efficiency-sentence'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { countOf } from '../../../ui/format-count.ts'
import { Section } from '../../../ui/section.tsx'
import { askGrid } from '../frame/ask-grid.ts'
import { StudyPart } from '../frame/study-charts.tsx'
import { StudyFrame } from '../frame/study-frame.tsx'
import { studyPagePath } from '../study-href.ts'
import type { StudyScreenProps } from '../study-screen.ts'
import { BaselineFacts } from './baseline-facts.tsx'
import { EfficiencyTable } from './efficiency-table.tsx'
import { IoTldr } from './io-tldr.tsx'
import { ModelTable } from './model-table.tsx'
import { modelledTests } from './modelled-tests.ts'
import { readWhatIf } from './read-what-if.ts'
import { WhatIfPanel } from './what-if-panel.tsx'

/** A database beside fio on the same machine: reads per second, the CPU that it adds to a read, and what that predicts. */
export async function IoEfficiencyScreen({ project, comparison: asked, problems, own, level }: StudyScreenProps) {
  const { comparison, fioTests } = await narrow(project, asked)
  const grid = await askGrid(project, comparison)
  const study = ioEfficiencyOf(grid, comparison)
  const [modelled] = study.subjects.filter(({ tests }) => tests.some(({ model }) => model !== null))
  return (
    <StudyFrame
      level={level}
      kind="io-efficiency"
      project={project}
      title="IO efficiency"
      summary={ioSentence(study)}
      comparison={comparison}
      problems={problems}
      tldr={<IoTldr study={study} />}
      warnings={grid.warnings.filter(({ code }) => code !== 'metric-missing')}
    >
      {study.subjects.length === 0 && (
        <EmptyState title="No run of fio stands beside a database that reads storage">
          <p>
            Upload what fio prints for random reads on the machine of a database, with as many jobs as the database has
            clients, and results that say storage reads per second (r/s), as iostat does.
          </p>
        </EmptyState>
      )}
      {fioTests.length > 1 && (
        <p>
          Divided by fio:{' '}
          {fioTests.map((test, i) => (
            <span key={test}>
              {i > 0 && ', '}
              {test === fioTestOf(comparison) ? (
                <strong>{test}</strong>
              ) : (
                <a href={studyPagePath(project, 'io-efficiency', ioComparison(comparison, test))}>{test}</a>
              )}
            </span>
          ))}
        </p>
      )}
      {study.subjects.map((subject, i) => (
        <Section key={subject.label} title={subject.label} id={`subject-${i}`}>
          <StudyPart>
            <BaselineFacts baseline={subject.baseline} test={fioTestOf(comparison) ?? ''} />
            <EfficiencyTable project={project} subject={subject} place={i} />
          </StudyPart>
        </Section>
      ))}
      {modelled !== undefined && <Model project={project} asked={asked} subject={modelled} own={own} />}
      {study.leftOut.length > 0 && (
        <p>
          {countOf(study.leftOut.length, 'other result reads', 'other results read')} storage, but fio did not run on
          the same machine with as many jobs: {study.leftOut.slice(0, 4).join('; ')}
          {study.leftOut.length > 4 && ' …'}.
        </p>
      )}
    </StudyFrame>
  )
}

type ModelProps = { project: string; asked: Comparison; subject: IoSubject; own: StudyScreenProps['own'] }

function Model({ project, asked, subject, own }: ModelProps) {
  const tests = modelledTests(subject)
  return (
    <Section
      title={`Latency model at ${countOf(subject.clients, 'client', 'clients')}`}
      id="model"
      aside="userland CPU + (libc + kernel) CPU + device latency"
    >
      <StudyPart>
        <ModelTable project={project} subject={subject} />
        <WhatIfPanel
          tests={tests}
          action={studyPagePath(project, 'io-efficiency', asked).replace(/\?.*$/, '')}
          query={toQuery(asked)}
          asked={readWhatIf(own)}
        />
      </StudyPart>
    </Section>
  )
}

/** What the address leaves open: the test of fio, and the machines, benchmarks and workloads that can stand beside it. */
async function narrow(project: string, asked: Comparison): Promise<{ comparison: Comparison; fioTests: string[] }> {
  const reads = fioReads(await askGrid(project, FIO_READS))
  const fioTest = fioTestOf(asked) ?? reads[0]?.test ?? ''
  const hardware = reads.find(({ test }) => test === fioTest)?.hardware ?? []
  if (hardware.length === 0)
    return { comparison: ioComparison(asked, fioTest), fioTests: reads.map(({ test }) => test) }
  const { benchmarks, workloads } = placesOf(await askGrid(project, workloadReads(asked, hardware)))
  const found = {
    hardware,
    ...(benchmarks.length > 0 ? { benchmark: benchmarks } : {}),
    ...(workloads.length > 0 ? { workload: workloads } : {}),
  }
  const filters = { ...found, ...asked.filters }
  return { comparison: ioComparison({ ...asked, filters }, fioTest), fioTests: reads.map(({ test }) => test) }
}
