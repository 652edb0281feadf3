import { formatMachineTime } from '@assay/domain/run-plans/draft-plan'
import { MachineTime, NewRunPlan, RunPlan } from '@assay/domain/run-plans/run-plan'
import { RunRequest } from '@assay/domain/run-requests/run-request'
import { z } from 'zod'
import { defineTool, markdownTable, paragraphs, project } from '../tool.ts'

/** The fields of a plan; the procedures check how they fit together, because JSON Schema cannot say it. */
const planInput = z.object({ project, ...NewRunPlan.shape })

const MAX_LOG = 8_000

export const runPlanTools = [
  defineTool({
    name: 'preview_run_plan',
    title: 'Machine hours of a plan',
    description:
      'Shows the runs of a plan in their order and their machine hours, without starting anything. Plans repeat what is inconclusive, confirm a change, compare two values in turns, backfill values, or bisect an ordered list. list_runners has the commands.',
    input: planInput,
    output: z.object({ title: z.string(), values: z.array(z.string()), machineTime: MachineTime }),
    writes: false,
    procedures: ['runRequests.previewPlan'],
    async run({ api }, input) {
      const { title, values, time } = await api.runRequests.previewPlan(input)
      return {
        text: `${title}: ${values.length} runs, ${formatMachineTime(time)}. Order: ${values.join(', ')}`,
        data: { title, values, machineTime: time },
      }
    },
  }),
  defineTool({
    name: 'start_run_plan',
    title: 'Start a plan',
    description:
      'Starts a plan after preview_run_plan showed its machine hours: its runs wait for a runner. get_run_plan shows the progress and the conclusion, such as the first version with a change.',
    input: planInput,
    output: z.object({ plan: RunPlan }),
    writes: true,
    procedures: ['runRequests.startPlan'],
    async run({ api }, input) {
      const plan = await api.runRequests.startPlan(input)
      return { text: `Plan ${plan.id} is ${plan.state}: ${plan.title}.`, data: { plan } }
    },
  }),
  defineTool({
    name: 'list_run_plans',
    title: 'Plans',
    description: 'Lists plans of runs with their state and conclusion, the newest first.',
    input: z.object({ project }),
    output: z.object({ plans: z.array(RunPlan) }),
    writes: false,
    procedures: ['runRequests.plans'],
    async run({ api }, input) {
      const plans = await api.runRequests.plans(input)
      const rows = plans.map((plan) => [plan.id, plan.kind, plan.title, plan.state, plan.conclusion])
      const header = ['plan', 'kind', 'title', 'state', 'conclusion']
      return { text: rows.length === 0 ? 'There is no plan.' : markdownTable(header, rows), data: { plans } }
    },
  }),
  defineTool({
    name: 'get_run_plan',
    title: 'One plan',
    description: 'One plan with its conclusion, and its run requests with the ids of their runs.',
    input: z.object({ project, id: z.uuid() }),
    output: z.object({ plan: RunPlan, requests: z.array(RunRequest) }),
    writes: false,
    procedures: ['runRequests.plan', 'runRequests.list'],
    async run({ api }, { project, id }) {
      const plan = await api.runRequests.plan({ project, id })
      const { requests } = await api.runRequests.list({ project, planId: id, limit: 500 })
      const rows = requests.map((request) => [
        ...[request.id, request.parameters[plan.settings.vary], request.state],
        ...[request.attempts.at(-1)?.outcome, request.attempts.at(-1)?.runIds.join(' ')],
      ])
      const text = paragraphs(
        `${plan.title}: ${plan.state}. ${plan.conclusion ?? 'No conclusion yet.'}`,
        markdownTable(['request', plan.settings.vary, 'state', 'outcome', 'runs'], rows),
      )
      return { text, data: { plan, requests } }
    },
  }),
  defineTool({
    name: 'cancel_run_plan',
    title: 'Cancel a plan',
    description: 'Cancels a plan with its open run requests; its finished runs stay.',
    input: z.object({ project, id: z.uuid() }),
    output: z.object({ plan: RunPlan }),
    writes: true,
    procedures: ['runRequests.cancelPlan'],
    async run({ api }, input) {
      const plan = await api.runRequests.cancelPlan(input)
      return { text: `The plan is ${plan.state}.`, data: { plan } }
    },
  }),
  defineTool({
    name: 'watch_run_request',
    title: 'Watch a run request',
    description:
      'The state of one run request with its attempts, and the end of the output of the newest attempt, also while it runs. Call it again until the request is finished.',
    input: z.object({ project, id: z.uuid() }),
    output: z.object({ request: RunRequest, log: z.string() }),
    writes: false,
    procedures: ['runRequests.get', 'runRequests.log'],
    async run({ api }, { project, id }) {
      const request = await api.runRequests.get({ project, id })
      const attempt = request.attempts.at(-1)
      const log =
        attempt === undefined ? '' : await readLogEnd(attempt.id, (input) => api.runRequests.log({ project, ...input }))
      const outcome = attempt?.outcome ?? attempt?.state ?? 'no attempt yet'
      return {
        text: paragraphs(`Request ${id} is ${request.state}; ${outcome}. ${attempt?.reason ?? ''}`, log),
        data: { request, log },
      }
    },
  }),
]

type ReadLog = (input: { attemptId: string; after: number }) => Promise<{ text: string; next: number }>

/** The end of the output of an attempt, whose parts are read in their order. */
async function readLogEnd(attemptId: string, read: ReadLog): Promise<string> {
  let end = ''
  for (let after = 0; ; ) {
    const { text, next } = await read({ attemptId, after })
    if (text === '') return end
    end = (end + text).slice(-MAX_LOG)
    after = next
  }
}
