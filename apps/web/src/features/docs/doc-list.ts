export type Doc = { name: string; title: string }

/** Names of the files in docs/ that users read, without `.md`, with their titles, in the order of the navigation. */
export const DOC_GROUPS: readonly { title: string; docs: readonly Doc[] }[] = [
  { title: 'Start', docs: [{ name: 'tutorial', title: 'Your first comparison in five minutes' }] },
  {
    title: 'Import',
    docs: [
      { name: 'uploads', title: 'Uploading results' },
      { name: 'formats', title: 'Formats' },
      { name: 'import-profiles', title: 'Import profiles' },
      { name: 'csv', title: 'CSV' },
      { name: 'insert-benchmark', title: 'The Insert Benchmark' },
      { name: 'profiles', title: 'Profiles and counters' },
      { name: 'cli', title: 'assay, the command line' },
      { name: 'exec', title: 'assay exec and assay watch: running benchmarks' },
      { name: 'runners', title: 'Runners: machines that execute run requests' },
    ],
  },
  {
    title: 'Compare',
    docs: [
      { name: 'comparisons', title: 'Comparisons' },
      { name: 'verdicts', title: 'Verdicts' },
      { name: 'validity', title: 'Validity' },
      { name: 'why', title: 'Why a cell changed' },
      { name: 'studies', title: 'Studies: scale-up, compilers, sweeps, and charts' },
      { name: 'series', title: 'Trends and series' },
      { name: 'experiments', title: 'Experiments' },
    ],
  },
  {
    title: 'Watch',
    docs: [
      { name: 'findings', title: 'Findings' },
      { name: 'gate', title: 'A gate for CI' },
      { name: 'ci', title: 'Continuous integration' },
      { name: 'notifications', title: 'Notifications' },
      { name: 'agents', title: 'Agents' },
    ],
  },
  {
    title: 'Write',
    docs: [
      { name: 'reports', title: 'Reports' },
      { name: 'sharing', title: 'Sharing' },
      { name: 'specs', title: 'Specs' },
      { name: 'notes', title: 'Sentences, saved comparisons, known bugs and notes' },
    ],
  },
  {
    title: 'Organize',
    docs: [
      { name: 'search', title: 'Search and favorites' },
      { name: 'accounts', title: 'Accounts and sign-in' },
      { name: 'organizations', title: 'Organizations, members, projects' },
      { name: 'tokens', title: 'Tokens' },
    ],
  },
  {
    title: 'Operate',
    docs: [
      { name: 'operations', title: 'Operations' },
      { name: 'archive', title: 'Archive of a project' },
      { name: 'python', title: 'Python client' },
      { name: 'grafana', title: 'Grafana' },
      { name: 'security', title: 'Security' },
    ],
  },
]

export const DOCS: readonly Doc[] = DOC_GROUPS.flatMap(({ docs }) => docs)

export const isDoc = (name: string): boolean => DOCS.some((doc) => doc.name === name)
