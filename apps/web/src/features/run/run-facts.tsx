import { buildPath, configPath, hardwarePath } from '../../paths.ts'
import type { RunDetails } from '../../trpc/api-types.ts'
import card from '../../ui/card.module.css'
import { Facts } from '../../ui/facts.tsx'
import { formatDateAndTime } from '../../ui/format-date.ts'
import { buildFacts } from '../builds/build-facts.tsx'
import style from './run-screen.module.css'
import { testbedFacts } from './testbed-facts.ts'

/** Build, config, hardware and workload of a run, each with a link to its own page. */
export function RunFacts({ project, run }: { project: string; run: RunDetails }) {
  return (
    <div className={style.facts}>
      <section className={card.card}>
        <h2>Run</h2>
        <Facts facts={runFacts(run)} />
      </section>
      <section className={card.card}>
        <h2>
          <a href={buildPath(project, run.buildId)}>Build</a>
        </h2>
        <Facts facts={buildFacts(run.buildDetails)} />
      </section>
      <section className={card.card}>
        <h2>
          <a href={hardwarePath(project, run.hardwareId)}>Hardware</a>
        </h2>
        <Facts facts={testbedFacts(run)} />
      </section>
      <section className={card.card}>
        <h2>Workload</h2>
        <Facts
          facts={[
            { name: 'Benchmark', value: [run.benchmark, run.benchmarkVersion].filter(Boolean).join(' ') },
            { name: 'Workload', value: run.workload },
            { name: 'Config', value: <a href={configPath(project, run.configId)}>{run.config}</a> },
            { name: 'Clients', value: run.clients.join(', ') },
            ...Object.entries(run.workloadParams).map(([name, value]) => ({ name, value: String(value) })),
          ]}
        />
      </section>
    </div>
  )
}

const runFacts = (run: RunDetails) => [
  { name: 'Started', value: time(run.startedAt) },
  { name: 'Finished', value: time(run.finishedAt) },
  { name: 'Received', value: time(run.receivedAt) },
  { name: 'Uploaded by', value: uploader(run) },
  { name: 'Repeat', value: String(run.repeat) },
  { name: 'Client', value: run.clientVersion },
  { name: 'Source', value: run.sources.length === 0 ? null : <Sources sources={run.sources} /> },
  {
    name: run.traces.length > 1 ? 'Traces' : 'Trace',
    value: run.traces.length === 0 ? null : <Traces traces={run.traces} />,
  },
  { name: 'Run id', value: <code>{run.id}</code> },
  { name: 'Content', value: <code title={`sha256 ${run.digest}`}>{run.digest.slice(0, 16)}…</code> },
]

const uploader = ({ uploadedBy }: RunDetails) =>
  uploadedBy && (uploadedBy.kind === 'token' ? `the token ${uploadedBy.name}` : uploadedBy.name)

const time = (iso: string | null) => (iso === null ? null : <time dateTime={iso}>{formatDateAndTime(iso)}</time>)

/** Links to the sources of the values; uploads are validated to contain http and https links only. */
function Sources({ sources }: { sources: RunDetails['sources'] }) {
  return (
    <ul>
      {sources.map(({ name, url }) => (
        <li key={`${name} ${url}`}>{url === null ? name : <a href={url}>{name}</a>}</li>
      ))}
    </ul>
  )
}

/** OpenTelemetry traces of a run; links when the project has an address of traces, which is http or https. */
function Traces({ traces }: { traces: RunDetails['traces'] }) {
  return (
    <ul>
      {traces.map(({ id, url }) => (
        <li key={id}>
          <code>{url === null ? id : <a href={url}>{id}</a>}</code>
        </li>
      ))}
    </ul>
  )
}
