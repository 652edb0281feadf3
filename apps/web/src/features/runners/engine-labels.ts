import type { RunEngine } from '../../trpc/api-types.ts'

type Engine = RunEngine['engine']

export const ENGINE_LABELS: Readonly<Record<Engine, string>> = {
  'github-workflow': 'GitHub Actions, one workflow',
  'github-dispatch': 'GitHub Actions, event assay-run',
  buildkite: 'Buildkite',
  jenkins: 'Jenkins',
  webhook: 'Another program, by webhook',
}

/** The address by which each engine starts a job, and the credential that it needs. */
export const ENGINE_HELP: Readonly<Record<Engine, { address: string; credential: string }>> = {
  'github-workflow': {
    address: 'https://api.github.com/repos/OWNER/REPO/actions/workflows/FILE/dispatches',
    credential: 'a token with Actions: write',
  },
  'github-dispatch': {
    address: 'https://api.github.com/repos/OWNER/REPO/dispatches',
    credential: 'a token with Contents: write',
  },
  buildkite: {
    address: 'https://api.buildkite.com/v2/organizations/ORG/pipelines/PIPELINE/builds',
    credential: 'a token with write_builds',
  },
  jenkins: {
    address: 'https://jenkins.example.org/job/JOB/buildWithParameters',
    credential: 'USER:TOKEN',
  },
  webhook: { address: 'https://ci.example.org/jobs', credential: 'not needed' },
}
