import { runsPath } from '../../paths.ts'
import type { ObservedDimension } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { HiddenInput } from '../../ui/input.tsx'
import { QueryForm } from '../../ui/query-form.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { withFiltered } from '../compare/builder/facet-dimensions.ts'
import { Facet } from '../dimensions/facet.tsx'
import style from './run-facets.module.css'
import { formatRunQuery, type RunFilters, type RunQuery } from './run-query.ts'

type Props = { project: string; query: RunQuery; observed: readonly ObservedDimension[] }

/** Filters for every dimension of these runs. */
export function RunFacets({ project, query, observed }: Props) {
  const { sort, pick, filters } = query
  const params = new URLSearchParams(formatRunQuery({ sort, pick }))
  return (
    <SidePanel title="Filters">
      <QueryForm action={runsPath(project)} label="Filter runs">
        {[...params].map(([name, value]) => (
          <HiddenInput key={name} name={name} value={value} />
        ))}
        {withFiltered(observed, filters).map((dimension) => (
          <Facet
            key={dimension.name}
            dimension={dimension}
            chosen={filters[dimension.name] ?? []}
            field={dimension.name}
          />
        ))}
        <div className="without-script">
          <Button type="submit" variant="primary">
            Apply filters
          </Button>
        </div>
      </QueryForm>
      {hasFilters(filters) && (
        <p className={style.clear}>
          <a href={runsPath(project, formatRunQuery({ sort, pick }))}>Clear all filters</a>
        </p>
      )}
    </SidePanel>
  )
}

const hasFilters = (filters: RunFilters) => Object.keys(filters).length > 0
