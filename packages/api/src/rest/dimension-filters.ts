import { FIXED_DIMENSIONS, isDimensionName } from '@assay/domain/compare/dimension'
import { err, ok, type Result } from '@assay/domain/result'
import { type AppError, appError } from '../errors.ts'

/** Filters by dimension from the query of a request; other names are refused. */
export function readDimensionFilters(query: Record<string, unknown>): Result<Record<string, string[]>, AppError> {
  const unknown = Object.keys(query).find((name) => !isDimensionName(name))
  if (unknown !== undefined) {
    const known = `known: ${FIXED_DIMENSIONS.join(', ')}, param:NAME`
    return err(appError('query-invalid', `${JSON.stringify(unknown)} is not a dimension; ${known}.`))
  }
  return ok(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat().map(String)])))
}
