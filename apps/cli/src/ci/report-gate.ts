import { formatRatio } from '@assay/domain/compare/format-cell'
import { COMMENT_MARK } from '@assay/domain/findings/gate/gate-markdown'
import { EXIT } from '../exit-code.ts'
import { Stop } from '../stop.ts'
import { type GitHubJob, type GitLabJob, githubJob, gitlabJob } from './ci-variables.ts'
import type { GateResponse } from './gate-response.ts'
import { githubApi } from './github-api.ts'
import { gitlabRequest } from './gitlab-api.ts'

/** Limits of GitHub: annotations of one request, and characters of a summary. */
const MAX_ANNOTATIONS = 50
const MAX_SUMMARY = 65_535

const CONCLUSIONS = { 0: 'success', 1: 'failure', 2: 'neutral', 4: 'failure' } as const

type Context = { variables: Readonly<Record<string, string | undefined>>; fetch: typeof fetch }

/**
 * Reports the result of a gate to the pull request of the job. On GitHub: a comment, replaced by later runs, and a check
 * run with an annotation for each regression. On GitLab: a note of the merge request, replaced by later runs.
 *
 * @returns a sentence for the log. Throws a Stop outside of such a job.
 */
export async function reportGate(answer: GateResponse, { variables, fetch }: Context): Promise<string> {
  const [onGitHub, onGitLab] = [githubJob(variables), gitlabJob(variables)]
  if (onGitHub !== null) return reportToGitHub(answer, onGitHub, fetch)
  if (onGitLab !== null) return reportToGitLab(answer, onGitLab, fetch)
  throw new Stop(EXIT.usage, '--report works in a job of GitHub Actions or GitLab CI; use --junit elsewhere.')
}

async function reportToGitHub(answer: GateResponse, job: GitHubJob, fetch: typeof globalThis.fetch): Promise<string> {
  const { owner, repo, pullRequest, headSha } = job
  const api = githubApi(job, fetch)
  await api.rest.checks.create({
    ...{ owner, repo, head_sha: headSha, name: 'Assay', status: 'completed' },
    conclusion: CONCLUSIONS[answer.exitCode],
    ...(answer.link === null ? {} : { details_url: answer.link }),
    output: {
      title: titleOf(answer),
      summary: answer.markdown.slice(0, MAX_SUMMARY),
      annotations: annotationsOf(answer, job),
    },
  })
  if (pullRequest === null) return 'The check run of the commit was written.\n'
  const issue = { owner, repo, issue_number: pullRequest }
  const comments = await api.paginate(api.rest.issues.listComments, { ...issue, per_page: 100 })
  const earlier = comments.find(({ body }) => body?.includes(COMMENT_MARK) === true)
  if (earlier === undefined) await api.rest.issues.createComment({ ...issue, body: answer.markdown })
  else await api.rest.issues.updateComment({ owner, repo, comment_id: earlier.id, body: answer.markdown })
  return `The check run and the comment of pull request ${pullRequest} were written.\n`
}

/** An annotation needs a file; a benchmark has none, so it is the workflow. */
function annotationsOf({ rows }: GateResponse, { workflowPath }: GitHubJob) {
  return rows
    .filter(({ said }) => said !== 'better')
    .slice(0, MAX_ANNOTATIONS)
    .map(({ table, row, ratio, low, high, said }) => {
      const interval = low === null || high === null ? '' : `, 95% interval ${formatRatio(low)} to ${formatRatio(high)}`
      return {
        path: workflowPath === '' ? '.github/workflows' : workflowPath,
        start_line: 1,
        end_line: 1,
        annotation_level: said === 'worse' ? ('failure' as const) : ('warning' as const),
        title: said === 'worse' ? 'Regression' : 'Inconclusive, possibly a regression',
        message: `${[table, row].filter((part) => part !== '').join(', ')}: ${formatRatio(ratio)} of the base${interval}`,
      }
    })
}

async function reportToGitLab(answer: GateResponse, job: GitLabJob, fetch: typeof globalThis.fetch): Promise<string> {
  if (job.mergeRequest === null) return 'This job belongs to no merge request, so no note was written.\n'
  const notes = `merge_requests/${job.mergeRequest}/notes`
  const earlier = await findNote(job, notes, fetch)
  const body = { body: answer.markdown }
  if (earlier === null) await gitlabRequest(job, fetch, notes, { method: 'POST', body })
  else await gitlabRequest(job, fetch, `${notes}/${earlier}`, { method: 'PUT', body })
  return `The note of merge request ${job.mergeRequest} was written.\n`
}

const MAX_PAGES = 50

async function findNote(job: GitLabJob, notes: string, fetch: typeof globalThis.fetch): Promise<string | null> {
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const rows = await gitlabRequest(job, fetch, `${notes}?per_page=100&page=${page}`)
    const found = rows.find(({ body }) => typeof body === 'string' && body.includes(COMMENT_MARK))
    if (found !== undefined) return String(found.id)
    if (rows.length < 100) return null
  }
  return null
}

function titleOf({ verdict, rows }: GateResponse): string {
  const regressions = rows.filter(({ said }) => said === 'worse').length
  if (regressions > 0) return regressions === 1 ? '1 regression' : `${regressions} regressions`
  return verdict === 'pass' ? 'No regression' : verdict === 'not compared' ? 'Not compared' : 'Inconclusive'
}
