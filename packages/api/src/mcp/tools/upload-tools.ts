import { z } from 'zod'
import { RawUploadReceipt } from '../../rest/schemas.ts'
import { defineTool, markdownTable, paragraphs, project, type ToolContext } from '../tool.ts'

const facts = {
  project,
  name: z.string().min(1).max(1_000).describe('path of the file, which may state facts: pg-18.1/oltp_insert-40.log'),
  text: z.string().min(1).max(4_000_000).describe('what the benchmark printed'),
  product: z.string().min(1).max(200).optional(),
  version: z.string().min(1).max(200).optional(),
  compiler: z.string().min(1).max(200).optional(),
  config: z.string().min(1).max(200).optional(),
  hardware: z.string().min(1).max(200).optional(),
  workload: z.string().min(1).max(200).optional(),
}
const FileInput = z.object(facts)

const Preview = z.looseObject({
  runs: z.array(z.looseObject({ dimensions: z.record(z.string(), z.looseObject({ value: z.unknown() })) })),
  questions: z.array(z.looseObject({ dimension: z.string() })),
  problems: z.array(z.looseObject({ message: z.string() })),
})

export const uploadTools = [
  defineTool({
    name: 'preview_output',
    title: 'Preview benchmark output',
    description:
      'Shows the runs that one file of benchmark output would become, with the source of each dimension, open questions and problems. Nothing is stored.',
    input: FileInput,
    output: Preview,
    writes: false,
    procedures: [],
    async run(context, input) {
      const data = Preview.parse(await sendFile(context, '/api/v1/previews', input))
      const runs = data.runs.map(({ dimensions }) =>
        Object.entries(dimensions)
          .map(([name, { value }]) => `${name} ${String(value)}`)
          .join(', '),
      )
      const questions = data.questions.map(({ dimension }) => `${dimension} is not stated`)
      const text = paragraphs(
        runs.length === 0 ? 'No run was recognized.' : runs.join('\n'),
        questions.join('\n'),
        data.problems.map(({ message }) => message).join('\n'),
      )
      return { text, data }
    },
  }),
  defineTool({
    name: 'submit_output',
    title: 'Submit benchmark output',
    description:
      'Stores one file of benchmark output as runs. A fact that nothing states, such as the machine, is asked for and nothing is stored. A folder is uploaded by `assay push`.',
    input: FileInput,
    output: RawUploadReceipt,
    writes: true,
    procedures: [],
    async run(context, input) {
      const data = RawUploadReceipt.parse(await sendFile(context, '/api/v1/uploads', input))
      const rows = data.runs.map(({ runId, outcome, url }) => [runId, outcome, url])
      return { text: markdownTable(['run', 'outcome', 'page'], rows), data }
    },
  }),
]

/** Sends the file as REST does, so that it has the same limits, checks and audit entries. */
function sendFile(
  { rest }: ToolContext,
  path: string,
  { text, ...stated }: z.infer<typeof FileInput>,
): Promise<unknown> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(stated)) if (value !== undefined) query.set(name, value)
  return rest(`${path}?${query}`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text })
}
