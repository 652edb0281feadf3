import { runsPath } from '../../paths.ts'
import type { ObservedDimension } from '../../trpc/answers.ts'
import button from '../../ui/button.module.css'
import { html } from '../../ui/html.ts'
import { QueryForm } from '../../ui/query-form.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { withFiltered } from '../compare/builder/facet-dimensions.ts'
import { facetHtml } from '../dimensions/facet-html.ts'
import style from './run-facets.module.css'
import { formatRunQuery, type RunFilters, type RunQuery } from './run-query.ts'

type Props = { project: string; query: RunQuery; observed: readonly ObservedDimension[] }

/** Filters for every dimension of these runs. */
export function RunFacets({ project, query, observed }: Props) {
  const { sort, pick, filters } = query
  const params = new URLSearchParams(formatRunQuery({ sort, pick }))
  const fields = html`
    ${[...params].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    ${withFiltered(observed, filters).map((dimension) =>
      facetHtml({ dimension, chosen: filters[dimension.name] ?? [], field: dimension.name }),
    )}
    <div class="without-script"><button type="submit" class="${button.primary}">Apply filters</button></div>`
  return (
    <SidePanel title="Filters">
      <QueryForm action={runsPath(project)} label="Filter runs" html={String(fields)} />
      {hasFilters(filters) && (
        <p className={style.clear}>
          <a href={runsPath(project, formatRunQuery({ sort, pick }))}>Clear all filters</a>
        </p>
      )}
    </SidePanel>
  )
}

const hasFilters = (filters: RunFilters) => Object.keys(filters).length > 0
