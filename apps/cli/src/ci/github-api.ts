import { Octokit } from '@octokit/rest'
import { VERSION } from '../cli-version.ts'
import { EXIT } from '../exit-code.ts'
import { Stop } from '../stop.ts'
import type { GitHubJob } from './ci-variables.ts'

/** The API of GitHub with the token of the job. Throws a Stop without a token. */
export function githubApi({ apiUrl, token }: GitHubJob, fetch: typeof globalThis.fetch): Octokit {
  if (token === undefined || token === '')
    throw new Stop(EXIT.usage, 'GITHUB_TOKEN is not set. Set it to github.token in the env of the step.')
  return new Octokit({ auth: token, baseUrl: apiUrl, userAgent: `assay-cli/${VERSION}`, request: { fetch } })
}
