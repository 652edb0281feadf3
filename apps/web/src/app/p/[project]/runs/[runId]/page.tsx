import type { Metadata } from 'next'
import { cache } from 'react'
import { notesOnRun } from '../../../../../features/notes/notes-on-run.ts'
import { RunScreen } from '../../../../../features/run/run-screen.tsx'
import { ANSWER_PARAMETER } from '../../../../../features/run/validity/refusals.ts'
import { runLabel } from '../../../../../features/runs/run-label.ts'
import { PageFrame } from '../../../../../features/shell/page-frame.tsx'
import { readSearchParams, type SearchParams } from '../../../../../search-params.ts'
import { api, getManages, getMayWrite, orNotFound } from '../../../../../trpc/server-caller.ts'

type Props = { params: Promise<{ project: string; runId: string }>; searchParams: SearchParams }

const getRun = cache(async (project: string, runId: string) => orNotFound((await api()).runs.get({ project, runId })))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project, runId } = await params
  return { title: runLabel(await getRun(project, runId)) }
}

export default async function RunPage({ params, searchParams }: Props) {
  const { project, runId } = await params
  const run = await getRun(project, runId)
  const query = await readSearchParams(searchParams)
  const wanted = query.get('result')
  const withSamples = run.results.filter(({ samples }) => samples.length > 0)
  const shown = withSamples.find(({ id }) => id === wanted) ?? withSamples[0]
  const withHistograms = run.results.filter(({ histograms }) => histograms.length > 0)
  const timed = withHistograms.find(({ id }) => id === wanted) ?? withHistograms[0]
  const { runs, knownBugs, annotations } = await api()
  const [series, curves, bugs, allNotes, may, manages] = await Promise.all([
    shown && runs.samples({ project, resultId: shown.id }),
    timed && runs.responseTimes({ project, runId, resultId: timed.id }),
    knownBugs.list({ project }),
    annotations.list({ project }),
    getMayWrite(project),
    getManages(project),
  ])
  return (
    <PageFrame>
      <RunScreen
        project={project}
        run={run}
        sampled={shown && series ? { resultId: shown.id, series } : null}
        timed={timed && curves ? { resultId: timed.id, curves } : null}
        answer={query.get(ANSWER_PARAMETER)}
        mayWrite={may === 'yes'}
        manages={manages}
        notes={notesOnRun(run, bugs, allNotes)}
      />
    </PageFrame>
  )
}
