import { showBidiControls } from '@assay/domain/json/readable-text'
import type { FrozenRun } from '@assay/domain/publish/report/frozen-figure'
import { countOf } from '../../ui/format-count.ts'
import { formatDate } from '../../ui/format-date.ts'
import { Section } from '../../ui/section.tsx'
import style from './provenance.module.css'

type Frozen = { figure: { runs: readonly FrozenRun[]; frozenAt: string }; sha256: string }

/**
 * Provenance of the numbers in a report: builds, configs and machines as they were at that time, sources, and hashes.
 */
export function Provenance({ frozen }: { frozen: readonly Frozen[] }) {
  if (frozen.length === 0) return null
  const runs = [...new Map(frozen.flatMap(({ figure }) => figure.runs.map((run) => [run.id, run] as const))).values()]
  const distinct = (lines: readonly string[]) => [...new Set(lines)].filter((line) => line !== '')
  const builds = distinct(
    runs.map(({ product, version, build, compiler, flags, commit }) =>
      [`${product} ${version}`, build, compiler, flags, commit]
        .filter((part) => part !== null && part !== '')
        .join(', '),
    ),
  )
  const configs = distinct(
    runs.map(({ product, config, configSha256 }) =>
      [`${product} ${config}`, configSha256 === null ? null : `text sha256 ${configSha256.slice(0, 12)}`]
        .filter((part) => part !== null)
        .join(', '),
    ),
  )
  const machines = distinct(
    runs.map(({ hardware, machine, os }) =>
      [hardware, machine, os].filter((part) => part !== null && part !== '').join(': '),
    ),
  )
  const workloads = distinct(runs.map(({ benchmark, workload }) => `${benchmark}, ${workload}`))
  const commands = distinct(runs.flatMap((run) => run.commands ?? []))
  const sources = [
    ...new Map(runs.flatMap(({ sources: all }) => all.map((one) => [`${one.name} ${one.url}`, one] as const))).values(),
  ]
  const counted = [
    countOf(runs.length, 'run'),
    countOf(builds.length, 'build'),
    countOf(configs.length, 'config'),
    countOf(machines.length, 'machine'),
  ].join(', ')
  return (
    <Section title="Provenance" id="provenance" aside="sources of the numbers, as recorded when they were frozen">
      <details className={style.provenance}>
        <summary>{counted}</summary>
        <Lines title="Builds" lines={builds} />
        <Lines title="Configs" lines={configs} />
        <Lines title="Machines" lines={machines} />
        <Lines title="Workloads" lines={workloads} />
        <Lines title="Commands" lines={commands} />
        {sources.length > 0 && (
          <>
            <h3>Sources</h3>
            <ul>
              {sources.map(({ name, url }) => (
                <li key={`${name} ${url}`}>
                  {url === null ? (
                    showBidiControls(name)
                  ) : (
                    <a href={url} rel="noopener">
                      {showBidiControls(name)}
                    </a>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </details>
      <ul className={style.hashes}>
        {frozen.map(({ figure, sha256 }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the number of a figure is its position
          <li key={at}>
            {`Figure ${at + 1}, frozen ${formatDate(figure.frozenAt)}, sha256 `}
            <code>{sha256}</code>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{showBidiControls(line)}</li>
        ))}
      </ul>
    </>
  )
}
