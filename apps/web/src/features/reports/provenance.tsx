import type { FrozenRun } from '@assay/domain/publish/report/frozen-figure'
import { countOf } from '../../ui/format-count.ts'
import { formatDate } from '../../ui/format-date.ts'
import { html } from '../../ui/html.ts'
import { MorphedHtml } from '../../ui/morphed-html.tsx'
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
  const listOf = (title: string, lines: readonly string[]) =>
    lines.length > 0 && html`<h3>${title}</h3><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`
  const counted = [
    countOf(runs.length, 'run'),
    countOf(builds.length, 'build'),
    countOf(configs.length, 'config'),
    countOf(machines.length, 'machine'),
  ].join(', ')
  const drawn = html`
    <details class="${style.provenance}">
      <summary>${counted}</summary>
      ${listOf('Builds', builds)}${listOf('Configs', configs)}${listOf('Machines', machines)}${listOf('Workloads', workloads)}${listOf('Commands', commands)}
      ${
        sources.length > 0 &&
        html`<h3>Sources</h3><ul>${sources.map(({ name, url }) => html`<li>${url === null ? name : html`<a href="${url}" rel="noopener">${name}</a>`}</li>`)}</ul>`
      }
    </details>
    <ul class="${style.hashes}">
      ${frozen.map(
        ({ figure, sha256 }, at) =>
          html`<li>Figure ${at + 1}, frozen ${formatDate(figure.frozenAt)}, sha256 <code>${sha256}</code></li>`,
      )}
    </ul>`
  return (
    <Section title="Provenance" id="provenance" aside="sources of the numbers, as recorded when they were frozen">
      <MorphedHtml html={String(drawn)} />
    </Section>
  )
}
