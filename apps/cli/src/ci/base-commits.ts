import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { MAX_BASE_COMMITS } from '@assay/domain/findings/gate/gate-request'
import { EXIT } from '../exit-code.ts'
import { Stop } from '../stop.ts'
import { type GitHubJob, githubJob, gitlabJob, targetBranch } from './ci-variables.ts'
import { githubApi } from './github-api.ts'
import { gitlabRequest } from './gitlab-api.ts'

const run = promisify(execFile)

/** The base of a gate as a position in the history of a branch, instead of a version. */
export type BranchBase = { kind: 'merge-base' | 'last-green'; branch: string | undefined }

type Context = {
  variables: Readonly<Record<string, string | undefined>>
  fetch: typeof fetch
}

/** Reads `merge-base`, `last-green`, or one of them with a branch: `merge-base:main`. Null for every other text. */
export function branchBaseOf(text: string): BranchBase | null {
  const [, kind, branch] = /^(merge-base|last-green)(?::(.+))?$/.exec(text) ?? []
  return kind === 'merge-base' || kind === 'last-green' ? { kind, branch } : null
}

/**
 * Lists the commits among which the base is searched, the preferred one first.
 *
 * - `merge-base`: the commit at which the branch of the change began, and those before it on the target branch.
 * - `last-green`: the commits of the target branch whose pipeline passed, the newest first.
 *
 * Throws a Stop if the history or the CI system does not tell.
 */
export async function baseCommits(base: BranchBase, context: Context): Promise<string[]> {
  const branch = base.branch ?? targetBranch(context.variables)
  if (branch === undefined)
    throw new Stop(EXIT.usage, `--base ${base.kind}: name the branch, as in --base ${base.kind}:main.`)
  return base.kind === 'merge-base' ? historyBefore(branch) : greenCommits(branch, context)
}

async function historyBefore(branch: string): Promise<string[]> {
  const target = await firstKnown([`refs/remotes/origin/${branch}`, `refs/heads/${branch}`])
  if (target === null)
    throw new Stop(EXIT.usage, `--base merge-base: git does not know the branch ${branch} here. ${FETCH_ADVICE}`)
  const start = await git('merge-base', 'HEAD', target)
  if (start === null)
    throw new Stop(EXIT.usage, `--base merge-base: git finds no common commit of HEAD and ${branch}. ${FETCH_ADVICE}`)
  const history = await git('rev-list', '--first-parent', `--max-count=${MAX_BASE_COMMITS}`, start)
  return (history ?? start).split('\n').filter((line) => line !== '')
}

const FETCH_ADVICE =
  'Fetch the whole history: fetch-depth: 0 for actions/checkout, GIT_DEPTH: 0 for GitLab, no shallow clone for Jenkins.'

async function firstKnown(names: readonly string[]): Promise<string | null> {
  for (const name of names)
    if ((await git('rev-parse', '--verify', '--quiet', `${name}^{commit}`)) !== null) return name
  return null
}

/** The output of a git command; null if it fails. */
async function git(...args: string[]): Promise<string | null> {
  try {
    return (await run('git', args, { maxBuffer: 1 << 22 })).stdout.trim()
  } catch {
    return null
  }
}

async function greenCommits(branch: string, { variables, fetch }: Context): Promise<string[]> {
  const [onGitHub, onGitLab] = [githubJob(variables), gitlabJob(variables)]
  const jenkins = variables.GIT_PREVIOUS_SUCCESSFUL_COMMIT
  const commits =
    onGitHub !== null
      ? await greenOnGitHub(onGitHub, branch, fetch)
      : onGitLab !== null
        ? (
            await gitlabRequest(
              onGitLab,
              fetch,
              `pipelines?ref=${encodeURIComponent(branch)}&status=success&per_page=100`,
            )
          ).map(shaOf)
        : jenkins
          ? [jenkins]
          : null
  if (commits === null)
    throw new Stop(
      EXIT.usage,
      '--base last-green works in a job of GitHub Actions or GitLab, or in a Jenkins job whose branch has passed before.',
    )
  if (commits.length === 0)
    throw new Stop(
      EXIT.refused,
      `No pipeline of ${branch} has passed yet. Name a version as the base, or use --base merge-base:${branch}.`,
    )
  return [...new Set(commits)]
}

/** Runs of the same workflow on the branch. */
async function greenOnGitHub(job: GitHubJob, branch: string, fetch: typeof globalThis.fetch): Promise<string[]> {
  const { owner, repo, workflowPath } = job
  const { actions } = githubApi(job, fetch).rest
  const { data } = await actions.listWorkflowRuns({
    ...{ owner, repo, branch, status: 'success', per_page: 100 },
    workflow_id: workflowPath.split('/').at(-1) ?? '',
  })
  return data.workflow_runs.map(({ head_sha }) => head_sha)
}

const shaOf = (pipeline: Readonly<Record<string, unknown>>): string => String(pipeline.sha)
