import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** One correct entry of each section of a profile, as its errors show it. */
export const PROFILE_EXAMPLES: Readonly<Record<string, string>> = {
  schemaVersion: 'schemaVersion: 1',
  name: 'name: our-lab',
  about: 'about: Folders of the nightly jobs',
  extends: 'extends: archive',
  datasets: '- { match: "{_date:digits}.sysbench", set: { cached: cached } }',
  directories: '- { match: "{product:letters}-{version:version}" }',
  words: '- { match: "c{clients:digits}" }',
  machines: '- { tokens: [box1], name: box1, cores: 48 }',
  servers: '- { match: "{dbms}_{build}" }',
  products: '- { name: MySQL, prefix: my, splits: [1+1+2] }',
  versionSuffixes: '- { match: "v{repeat:digits}" }',
  buildWords: '- { match: "o{_level:digits}", set: { flags: -O2 } }',
  branchWords: '- { match: "main" }',
  configs: '- { match: "x10b_{_size}", settings: { io_method: sync } }',
  files: '- { match: "{test}.t{clients:digits}.log", kind: sysbench }',
  fileSuffixes: '- { match: "v{repeat:digits}" }',
  csv: '- { match: "{_name}.csv", mapping: { schemaVersion: 1, columns: { release: version, qps: { metric: qps } } } }',
  corrections: '- { path: "results/box7", set: { hardware: box7 } }',
  benchmarks: 'sysbench: { primaryMetric: qps, order: [oltp_read_only] }',
  defaults: 'defaults: { hardware: box1 }',
}

/**
 * The error of a profile in one sentence for its field, what was expected, and an example of the section:
 * `files.0.kind: ... Example: - { match: ..., kind: sysbench }`.
 */
export function profileIssueText(issue: Issue): string {
  const { path } = issue
  const field = path.map(String).join('.')
  const section = path[0] === undefined ? unknownKeyOf(issue) : String(path[0])
  const example = PROFILE_EXAMPLES[section] ?? `schemaVersion: 1, name: our-lab, extends: archive`
  return `${field || 'the profile'}: ${expectation(issue, field)}. Example: ${example}`
}

function expectation(issue: Issue, field: string): string {
  const [inner] = issue.code === 'invalid_key' ? issue.issues : []
  const message = (inner ?? issue).message.replace(/\.$/, '')
  if (issue.code === 'unrecognized_keys' && field === '') {
    return `${message}; expected one of ${Object.keys(PROFILE_EXAMPLES).join(', ')}`
  }
  return message.replace(/^Invalid input: expected/, 'expected').replace(/, received undefined$/, ', but it is missing')
}

const unknownKeyOf = (issue: Issue): string => (issue.code === 'unrecognized_keys' ? 'schemaVersion' : '')
