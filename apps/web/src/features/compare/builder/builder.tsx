'use client'

import type { Comparison } from '@assay/domain/compare/comparison'
import type { DimensionName } from '@assay/domain/compare/dimension'
import type { ObservedDimension } from '../../../trpc/api-types.ts'
import { type CheckItem, CheckList } from '../../../ui/check-list.tsx'
import { HiddenInput } from '../../../ui/input.tsx'
import { Facet } from '../../dimensions/facet.tsx'
import { AxisFields } from './axis-fields.tsx'
import { BaseField } from './base-field.tsx'
import type { BaseOptions } from './base-options.ts'
import style from './builder.module.css'
import { FIELDS } from './builder-fields.ts'
import { OptionFields } from './option-fields.tsx'

export type BuilderProps = {
  comparison: Comparison
  /** The comparison as its query. */
  query: string
  /** Dimensions of these results. */
  dimensions: readonly DimensionName[]
  /** The dimensions with their values under the other filters, and those that are filtered. */
  facets: readonly ObservedDimension[]
  bases: BaseOptions
  /** The value of the base among them. */
  base: string
  metrics: readonly CheckItem[]
  swapHref: string
}

/** The fields for every property of a comparison. */
export function Builder({ comparison, query, dimensions, facets, bases, base, metrics, swapHref }: BuilderProps) {
  const { rows, columns, tables, filters, show, onlyChanged } = comparison
  return (
    <>
      <HiddenInput name={FIELDS.before} value={query} />
      <HiddenInput name="show" value={show} />
      {onlyChanged && <HiddenInput name="changed" value="yes" />}
      <section className={style.part}>
        <h2>Layout</h2>
        <AxisFields axis="rows" label="Rows" placed={rows} dimensions={dimensions} />
        <AxisFields axis="columns" label="Columns" placed={columns} dimensions={dimensions} />
        <AxisFields axis="tables" label="Tables" placed={tables} dimensions={dimensions} />
        <a className={style.swap} href={swapHref}>
          Swap rows and columns
        </a>
        <BaseField options={bases} current={base} />
      </section>
      <section className={style.part}>
        <h2>Filters</h2>
        {facets.map((dimension) => (
          <Facet
            key={dimension.name}
            dimension={dimension}
            chosen={filters[dimension.name] ?? []}
            field={dimension.name}
            listed
          />
        ))}
      </section>
      <section className={style.part}>
        <h2>Cells</h2>
        <CheckList label="Metrics" legend="Metrics" field="metrics" isSearched items={metrics} />
        <OptionFields comparison={comparison} />
      </section>
    </>
  )
}
