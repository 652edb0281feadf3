import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { affectedVersions, touches } from '@assay/domain/findings/notes/known-bug'
import { knownBugsPath } from '../../paths.ts'
import type { KnownBug, ObservedDimension } from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import card from '../../ui/card.module.css'
import { Facts } from '../../ui/facts.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { comparisonPath } from '../compare/comparison-path.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { SourceLink } from '../saved/source-link.tsx'
import { KnownBugForm } from './known-bug-form.tsx'

type Props = {
  project: string
  bug: KnownBug
  /** Versions and tests of the product's results. */
  observed: readonly ObservedDimension[]
}

/** One known bug: description, affected results, and a comparison that shows them. */
export function KnownBugScreen({ project, bug, observed }: Props) {
  const valuesOf = (dimension: string) =>
    (observed.find(({ name }) => name === dimension)?.values ?? []).map(({ value }) => value)
  const touched = valuesOf('version').filter((version) => touches(bug, { product: bug.product, version }))
  const tests = valuesOf('test').filter((test) =>
    touched.some((version) => touches(bug, { product: bug.product, version, test })),
  )
  const filters = {
    product: [bug.product],
    ...(tests.length > 0 && bug.tests.length > 0 ? { test: tests } : {}),
    ...(bug.workloads.length > 0 ? { workload: bug.workloads } : {}),
  }
  const comparison = {
    ...DEFAULT_COMPARISON,
    filters,
    columns: ['version' as const],
    tables: ['hardware' as const, 'workload' as const],
  }
  return (
    <>
      <PageHeader
        above={<a href={knownBugsPath(project)}>Known bugs</a>}
        title={`${bug.product} ${bug.bug}`}
        summary={`${bug.title}.`}
        actions={
          touched.length > 0 && (
            <a href={comparisonPath(project, comparison)} className={button.button}>
              Compare affected results
            </a>
          )
        }
      />
      <div className={card.card}>
        <Facts
          facts={[
            { name: 'Versions', value: affectedVersions(bug) },
            { name: 'Measured here', value: touched.join(', ') || 'no affected version' },
            { name: 'Tests', value: bug.tests.join(', ') || 'all' },
            { name: 'Workloads', value: bug.workloads.join(', ') || 'all' },
            { name: 'Tracker', value: bug.link === null ? '' : <a href={bug.link}>{bug.link}</a> },
            { name: 'Source', value: bug.source === null ? '' : <SourceLink source={bug.source} /> },
          ]}
        />
      </div>
      {bug.about !== null && <Markdown text={bug.about} idPrefix="about-" topLevel={2} />}
      <KnownBugForm project={project} bug={bug} />
    </>
  )
}
