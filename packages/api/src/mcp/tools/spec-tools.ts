import { projectPath } from '@assay/domain/projects/project-key'
import { feedbackName, standingResponse, statusOf } from '@assay/domain/specs/feedback'
import { specName } from '@assay/domain/specs/spec'
import { z } from 'zod'
import { defineTool, markdownTable, paragraphs, project, type ToolContext } from '../tool.ts'

const SpecEntry = z.object({ name: z.string(), title: z.string(), state: z.string(), open: z.int(), page: z.string() })
const CommentBody = z.object({
  name: z.string(),
  by: z.string(),
  text: z.string(),
  status: z.string().describe('open, promised (accepted and not yet done) or closed'),
  response: z.string().nullable(),
  replies: z.array(z.object({ by: z.string(), text: z.string() })),
})

const pageOf = ({ link }: ToolContext, project: string, name: string) => link(`${projectPath(project)}/specs/${name}`)

export const specTools = [
  defineTool({
    name: 'list_specs',
    title: 'Specs',
    description: 'Lists functional and design specs with their state and the number of open comments.',
    input: z.object({ project }),
    output: z.object({ specs: z.array(SpecEntry) }),
    writes: false,
    procedures: ['specs.list'],
    async run(context, { project }) {
      const all = await context.api.specs.list({ project })
      const specs = all.map((spec) => {
        const name = specName(spec)
        return { name, title: spec.title, state: spec.state, open: spec.open, page: pageOf(context, project, name) }
      })
      const rows = specs.map(({ name, title, state, open }) => [name, title, state, open])
      const table = markdownTable(['name', 'title', 'state', 'open comments'], rows)
      return { text: rows.length === 0 ? 'This project has no spec that the caller can read.' : table, data: { specs } }
    },
  }),
  defineTool({
    name: 'get_spec',
    title: 'One spec',
    description: 'The text of a spec as Markdown, with its comments, responses and replies.',
    input: z.object({ project, name: z.string().max(40).describe('such as FS-1, from list_specs') }),
    output: SpecEntry.extend({ revision: z.int(), text: z.string(), comments: z.array(CommentBody) }),
    writes: false,
    procedures: ['specs.get'],
    async run(context, { project, name }) {
      const { spec, revision, state } = await context.api.specs.get({ project, name })
      const comments = spec.feedback.map((feedback) => {
        const response = standingResponse(feedback)
        return {
          name: feedbackName(feedback.number),
          by: feedback.giver.name,
          text: feedback.body,
          status: statusOf(feedback),
          response: response === null ? null : [response.kind, response.reason].filter(Boolean).join(': '),
          replies: feedback.replies.map(({ by, text }) => ({ by: by.name, text })),
        }
      })
      const open = comments.filter(({ status }) => status === 'open').length
      const page = pageOf(context, project, name)
      const data = {
        name,
        title: spec.title,
        state,
        open,
        page,
        revision: revision.number,
        text: revision.text,
        comments,
      }
      const rows = comments.map(({ name, by, status, text, response }) => [name, by, status, text, response])
      const text = paragraphs(
        `${name}: ${spec.title} (${state}, revision ${revision.number}). ${page}`,
        revision.text,
        rows.length === 0 ? 'No comments.' : markdownTable(['comment', 'by', 'status', 'text', 'response'], rows),
      )
      return { text, data }
    },
  }),
]
