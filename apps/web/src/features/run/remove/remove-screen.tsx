import { specName } from '@assay/domain/specs/spec'
import type { ReactNode } from 'react'
import { findingPath, reportPath, runPath, savedPath, specPath } from '../../../paths.ts'
import type { RunDetails, RunReferences } from '../../../trpc/api-types.ts'
import { countOf } from '../../../ui/format-count.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { runLabel } from '../../runs/run-label.ts'
import { RemoveForm } from './remove-form.tsx'
import style from './remove-screen.module.css'

type Props = { project: string; run: RunDetails; references: RunReferences }

/**
 * Lists the data that are deleted with a run, that change without it, and that stay, above the button that deletes it.
 */
export function RemoveScreen({ project, run, references }: Props) {
  const { notes, files, findings, saved, shares, reports, specs } = references
  return (
    <div className={style.page}>
      <PageHeader
        above={<a href={runPath(project, run.id)}>{runLabel(run)}</a>}
        title="Delete this run"
        summary={`${run.benchmark}, ${run.workload}, run ${run.repeat}. To keep its results but exclude them from means and bands, exclude the run instead.`}
      />
      <Section title="Deleted with the run">
        <ul className={style.list}>
          <li>{countOf(run.results.length, 'result')}, with their commands, samples, profiles and validity flags</li>
          <li>{notes === 0 ? 'no note' : countOf(notes, 'note')} on the run</li>
          <li>
            {files === 0 ? 'no raw file' : countOf(files, 'raw file')}
            {files > 0 && '; files that another run shares stay with that run'}
          </li>
        </ul>
      </Section>
      <Section title="Changed without the run" aside="where they depend on this run">
        {findings.length + saved.length === 0 ? (
          <p>No finding and no saved comparison depends on it.</p>
        ) : (
          <>
            {findings.length > 0 && <h3>{countOf(findings.length, 'finding')}, updated at once</h3>}
            <Some
              items={findings.map(({ id, from, to, direction }) => (
                <a key={id} href={findingPath(project, id)}>
                  {run.product} {from} to {to} on {run.hardware}: {direction}
                </a>
              ))}
            />
            {saved.length > 0 && <h3>{countOf(saved.length, 'saved comparison')}</h3>}
            <Some
              items={saved.map(({ slug, title }) => (
                <a key={slug} href={savedPath(project, slug)}>
                  {title}
                </a>
              ))}
            />
          </>
        )}
      </Section>
      <Section title="Not changed">
        <p>
          Specs, versions of reports, shared links and published pages keep their frozen numbers; a badge says that the
          source runs are deleted.
        </p>
        {specs.length > 0 && <h3>{countOf(specs.length, 'spec')} with its numbers as evidence</h3>}
        <Some
          items={specs.map(({ title, revision, ...of }) => (
            <a key={specName(of)} href={specPath(project, specName(of), revision)}>
              {specName(of)} {title}
            </a>
          ))}
        />
        {reports.length > 0 && <h3>{countOf(reports.length, 'report')}</h3>}
        <Some
          items={reports.map(({ slug, title, version }) => (
            <a key={slug} href={reportPath(project, slug, version)}>
              {title}
            </a>
          ))}
        />
        {shares.length > 0 && <h3>{countOf(shares.length, 'link or published page', 'links and published pages')}</h3>}
        {/* Two items may have the same title, and the order never changes. */}
        {/* biome-ignore lint/suspicious/noArrayIndexKey: the list never changes */}
        <Some items={shares.map(({ title }, i) => <span key={i}>{title}</span>)} />
      </Section>
      <RemoveForm project={project} runId={run.id} />
    </div>
  )
}

const SHOWN = 12

/** Lists the first items, and the number of the others. */
function Some({ items }: { items: readonly ReactNode[] }) {
  if (items.length === 0) return null
  return (
    <ul className={style.list}>
      {items.slice(0, SHOWN).map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <li key={i}>{item}</li>
      ))}
      {items.length > SHOWN && <li>and {items.length - SHOWN} more</li>}
    </ul>
  )
}
