import { decisionWords } from '@assay/domain/experiments/decision-words'
import { ratioWords } from '@assay/domain/experiments/score-words'
import { projectPath, projectSegment } from '@assay/domain/projects/project-key'
import { z } from 'zod'
import { CandidateBody, DecisionBody, EvaluatedBody, ExperimentBody } from '../../experiments/experiment-schemas.ts'
import { defineTool, markdownTable, paragraphs, project, type ToolContext } from '../tool.ts'

const slug = z.string().min(1).max(80).describe('name of the experiment, from list_experiments')

export const experimentTools = [
  defineTool({
    name: 'list_experiments',
    title: 'List experiments',
    description: 'Lists the searches of a project: objective, state, and the used part of the budget in machine hours.',
    input: z.object({ project }),
    output: z.object({ experiments: z.array(ExperimentBody) }),
    writes: false,
    procedures: ['experiments.list'],
    async run({ api }, input) {
      const experiments = await api.experiments.list(input)
      const rows = experiments.map(({ slug: name, title, endedAt, candidates, machineSeconds, budgetHours }) => {
        const used = `${(machineSeconds / 3600).toFixed(2)} of ${budgetHours} h`
        return [name, title, endedAt === null ? 'running' : 'ended', candidates, used]
      })
      const text =
        rows.length === 0
          ? 'This project has no experiments.'
          : markdownTable(['name', 'title', 'state', 'candidates', 'budget'], rows)
      return { text, data: { experiments } }
    },
  }),
  defineTool({
    name: 'get_experiment',
    title: 'Read an experiment',
    description:
      'All candidates of an experiment with their scores and intervals, decisions, flags, the best so far and the budget. A score is the ratio to the base; only candidates that fresh repeats confirmed are kept.',
    input: z.object({ project, experiment: slug }),
    output: z.object({ ...EvaluatedBody.shape, page: z.string() }),
    writes: false,
    procedures: ['experiments.get'],
    async run({ api, link }, input) {
      const found = await api.experiments.get({ project: input.project, slug: input.experiment })
      const { candidates, best } = found.evaluation
      const hasEnded = found.experiment.endedAt !== null
      const rows = candidates.map((candidate) => {
        const { number, description, score, reason } = candidate
        return [
          number,
          description,
          score === null ? null : ratioWords(score),
          decisionWords(candidate, hasEnded),
          reason,
        ]
      })
      const last = best.at(-1)
      const page = link(`${projectPath(input.project)}/experiments/${input.experiment}`)
      const text = paragraphs(
        last === undefined
          ? 'No candidate is confirmed and attested yet.'
          : `Best so far: candidate ${last.candidate}, ${ratioWords(last)}.`,
        rows.length === 0 ? null : markdownTable(['candidate', 'change', 'score', 'decision', 'reason'], rows),
        page,
      )
      const evaluation = { ...found.evaluation, candidates: candidates.map((one) => CandidateBody.parse(one)) }
      return { text, data: { experiment: ExperimentBody.parse(found.experiment), evaluation, page } }
    },
  }),
  defineTool({
    name: 'propose_candidate',
    title: 'Propose a candidate',
    description:
      'Adds a candidate to an experiment and returns its number. Parents are the numbers of candidates that it was made from; 0 is the base.',
    input: z.object({
      project,
      experiment: slug,
      description: z.string().min(1).max(2_000),
      parents: z.array(z.int().min(0)).max(20).default([0]),
      commit: z.string().min(1).max(200).optional(),
      diff: z.string().max(200_000).optional(),
    }),
    output: z.object({ number: z.int() }),
    writes: true,
    procedures: [],
    async run(context, { project: key, experiment, ...candidate }) {
      const data = z.object({ number: z.int() }).parse(await send(context, at(key, experiment), candidate))
      return { text: `It is candidate ${data.number}.`, data }
    },
  }),
  defineTool({
    name: 'attach_run',
    title: 'Attach a run to a candidate',
    description:
      'Attaches a stored run to a candidate (0 for the base) and answers keep, reject, or measure more with the number of repeats. Asking after every run is safe: the intervals hold at all times.',
    input: z.object({
      project,
      experiment: slug,
      number: z.int().min(0).describe('of the candidate'),
      runId: z.uuid(),
    }),
    output: z.looseObject({ number: z.int() }),
    writes: true,
    procedures: ['experiments.get'],
    async run(context, { project: key, experiment, number, runId }) {
      const path = `${at(key, experiment)}/${number}/runs`
      const data = DecisionBody.parse(await send(context, path, { runId }))
      return { text: decisionText(data), data }
    },
  }),
]

const at = (key: string, experiment: string): string =>
  `/api/v1/projects/${projectSegment(key)}/experiments/${encodeURIComponent(experiment)}/candidates`

const send = ({ rest }: ToolContext, path: string, body: object): Promise<unknown> =>
  rest(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

function decisionText(data: z.infer<typeof DecisionBody>): string {
  if (!('decision' in data)) return `The base has ${data.repeats} repeats.`
  const { decision, reason, score, measureMore } = data
  const more =
    measureMore === null
      ? null
      : `Measure ${measureMore.candidate} further repeats of the candidate and ${measureMore.base} of the base.`
  return paragraphs(`${decision}: ${reason}`, score === null ? null : `Score ${ratioWords(score)}.`, more)
}
