import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** The environment variables of the CI systems that the gate reads; each system documents its own. */
type Variables = Readonly<Record<string, string | undefined>>

/** A pull request (merge request) on GitHub, and where its results are reported. */
export type GitHubJob = {
  apiUrl: string
  owner: string
  repo: string
  token: string | undefined
  /** The commit that a check run belongs to: the head of the pull request, else the commit of the job. */
  headSha: string
  /** Number of the pull request; null outside of one. */
  pullRequest: number | null
  /** Path of the workflow file within the repository, such as `.github/workflows/perf.yml`. */
  workflowPath: string
}

export type GitLabJob = { apiUrl: string; projectId: string; token: string | undefined; mergeRequest: string | null }

const Event = z.looseObject({
  pull_request: z.looseObject({ number: z.int(), head: z.looseObject({ sha: z.string() }) }).optional(),
})

/** The job on GitHub Actions; null elsewhere. */
export function githubJob(variables: Variables): GitHubJob | null {
  const [owner, repo] = (variables.GITHUB_REPOSITORY ?? '').split('/')
  if (!owner || !repo) return null
  const pullRequest = readEvent(variables.GITHUB_EVENT_PATH)
  // octo/repo/.github/workflows/perf.yml@refs/heads/main
  const workflowPath = (variables.GITHUB_WORKFLOW_REF ?? '').split('@')[0]?.split('/').slice(2).join('/') ?? ''
  return {
    apiUrl: variables.GITHUB_API_URL ?? 'https://api.github.com',
    owner,
    repo,
    token: variables.GITHUB_TOKEN,
    headSha: pullRequest?.head.sha ?? variables.GITHUB_SHA ?? '',
    pullRequest: pullRequest?.number ?? null,
    workflowPath,
  }
}

function readEvent(path: string | undefined) {
  if (path === undefined || path === '') return undefined
  const text = readFileSync(path, 'utf8')
  return Event.parse(JSON.parse(text)).pull_request
}

/** The job on GitLab CI; null elsewhere. */
export function gitlabJob(variables: Variables): GitLabJob | null {
  const { CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID, GITLAB_TOKEN } = variables
  if (!CI_API_V4_URL || !CI_PROJECT_ID) return null
  return {
    apiUrl: CI_API_V4_URL,
    projectId: CI_PROJECT_ID,
    token: GITLAB_TOKEN,
    mergeRequest: CI_MERGE_REQUEST_IID ?? null,
  }
}

/** The branch into which the change is to be merged, as GitHub, GitLab and Jenkins name it; undefined elsewhere. */
export function targetBranch(variables: Variables): string | undefined {
  const { GITHUB_BASE_REF, CI_MERGE_REQUEST_TARGET_BRANCH_NAME, CHANGE_TARGET, CI_DEFAULT_BRANCH } = variables
  return [GITHUB_BASE_REF, CI_MERGE_REQUEST_TARGET_BRANCH_NAME, CHANGE_TARGET, CI_DEFAULT_BRANCH].find(
    (name) => name !== undefined && name !== '',
  )
}
