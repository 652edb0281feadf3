import { NewRunRequest, REQUEST_STATES, Runner, RunRequest } from '@assay/domain/run-requests/run-request'
import { z } from 'zod'
import { defineTool, markdownTable, project } from '../tool.ts'

const { command, parameters, labels, runner } = NewRunRequest.shape

export const runRequestTools = [
  defineTool({
    name: 'list_runners',
    title: 'Runners',
    description:
      'Lists the machines that execute run requests, with labels and the commands that their owners allowed: names, parameters and patterns of their values.',
    input: z.object({ project }),
    output: z.object({ runners: z.array(Runner) }),
    writes: false,
    procedures: ['runRequests.runners'],
    async run({ api }, input) {
      const runners = await api.runRequests.runners(input)
      const rows = runners.flatMap(({ name, hardware, isOnline, labels: all, commands }) =>
        commands.map((one) => [
          ...[name, hardware, isOnline ? 'online' : 'offline', all.join(' '), one.name, one.description],
          one.parameters.map((parameter) => `${parameter.name}: ${parameter.pattern}`).join('; '),
        ]),
      )
      const header = ['runner', 'machine', 'state', 'labels', 'command', 'description', 'parameters']
      return {
        text: runners.length === 0 ? 'The project has no runner.' : markdownTable(header, rows),
        data: { runners },
      }
    },
  }),
  defineTool({
    name: 'request_run',
    title: 'Request a run',
    description:
      'Requests one execution of a command of list_runners with values for its parameters. The runner refuses values that its owner did not allow. list_run_requests shows the result.',
    input: z.object({ project, command, parameters, labels, runner }),
    output: z.object({ request: RunRequest }),
    writes: true,
    procedures: ['runRequests.create'],
    async run({ api }, input) {
      const request = await api.runRequests.create(input)
      const { estimateSeconds } = request
      const time = estimateSeconds === null ? 'unknown' : `${Math.round(estimateSeconds)} s`
      return { text: `Request ${request.id} waits for a runner. Machine time: ${time}.`, data: { request } }
    },
  }),
  defineTool({
    name: 'list_run_requests',
    title: 'Run requests',
    description: 'Lists run requests with their attempts, outcomes and the ids of their runs, the newest first.',
    input: z.object({
      project,
      states: z.array(z.enum(REQUEST_STATES)).default([]).describe('only requests in these states'),
      limit: z.int().min(1).max(100).default(30),
    }),
    output: z.object({ requests: z.array(RunRequest), total: z.int() }),
    writes: false,
    procedures: ['runRequests.list'],
    async run({ api }, input) {
      const { requests, total } = await api.runRequests.list(input)
      const rows = requests.map((request) => {
        const last = request.attempts.at(-1)
        return [
          ...[request.id, request.command, JSON.stringify(request.parameters), request.state, request.attempts.length],
          ...[last?.outcome, last?.reason, last?.runIds.join(' ')],
        ]
      })
      const header = ['request', 'command', 'parameters', 'state', 'attempts', 'outcome', 'reason', 'runs']
      return {
        text: rows.length === 0 ? 'There is no run request.' : markdownTable(header, rows),
        data: { requests, total },
      }
    },
  }),
  defineTool({
    name: 'cancel_run_request',
    title: 'Cancel a run request',
    description: 'Cancels a run request that waits or runs; a running attempt is stopped at its next heartbeat.',
    input: z.object({ project, id: z.uuid() }),
    output: z.object({ request: RunRequest }),
    writes: true,
    procedures: ['runRequests.cancel'],
    async run({ api }, input) {
      const request = await api.runRequests.cancel(input)
      return { text: `The request is ${request.state}.`, data: { request } }
    },
  }),
]
