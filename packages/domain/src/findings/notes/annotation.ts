import { z } from 'zod'
import { DimensionName } from '../../compare/dimension.ts'
import type { Point } from '../../compare/point.ts'
import { noteText } from './note-text.ts'

/** Dimension values of the subject of a note: a version or a cell. */
const Coordinates = z.partialRecord(DimensionName, z.string().max(200))

/** Input for a note on a version (product and version), a run (its id) or a cell (the values of its axes). */
export const NewAnnotation = z
  .strictObject({
    runId: z.uuid().nullish(),
    coordinates: Coordinates.default({}),
    text: noteText(5_000),
    author: noteText(200).nullish(),
  })
  .refine(({ runId, coordinates }) => typeof runId === 'string' || Object.keys(coordinates).length > 0, {
    message: 'must name a run or at least one dimension',
    path: ['coordinates'],
  })
  .meta({ id: 'NewAnnotation', description: 'A note on a version, a run or a cell' })
export type NewAnnotation = z.infer<typeof NewAnnotation>

export const Annotation = z
  .object({
    id: z.uuid(),
    runId: z.uuid().nullable(),
    coordinates: Coordinates,
    text: z.string(),
    author: z.string().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: 'Annotation' })
export type Annotation = z.infer<typeof Annotation>

/** The kind of subject; a version has exactly product and version. */
export function annotationKind({
  runId,
  coordinates,
}: Pick<Annotation, 'runId' | 'coordinates'>): 'run' | 'version' | 'cell' {
  const names = Object.keys(coordinates)
  if (runId !== null && names.length === 0) return 'run'
  return names.every((name) => name === 'product' || name === 'version') ? 'version' : 'cell'
}

/** True when a point is of the named run, if any, and has all the values. */
export function isAbout(
  { runId, coordinates }: Pick<Annotation, 'runId' | 'coordinates'>,
  point: Pick<Point, 'runId' | 'coordinates'>,
): boolean {
  if (runId !== null && runId !== point.runId) return false
  // The schema accepts only names of dimensions.
  const entries = Object.entries(coordinates) as [DimensionName, string][]
  return entries.every(([dimension, value]) => (point.coordinates[dimension] ?? '') === value)
}
