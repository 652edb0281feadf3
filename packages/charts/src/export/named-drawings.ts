import { flatElements, type StudyElement } from '@assay/domain/compare/studies/pages/study-page'
import { type ChartShapes, chartShapes, type DrawnSize } from '../shapes/chart-shapes.ts'
import { flameShapes } from '../shapes/flame-shapes.ts'

/** A drawing of a page with the name of its exported file. */
export type NamedDrawing = {
  id: string
  shapes: ChartShapes
  /** The shapes of the drawing at another size. */
  shapesAt: (size: DrawnSize) => ChartShapes
}

export function drawingsOf(parts: readonly StudyElement[]): NamedDrawing[] {
  const drawn = flatElements(parts).flatMap(({ part }) => {
    if (part.kind === 'charts')
      return part.models.map((model) => ({ name: model.id, shapesAt: (size: DrawnSize) => chartShapes(model, size) }))
    return part.kind === 'flame' ? [{ name: '', shapesAt: (size: DrawnSize) => flameShapes(part, size) }] : []
  })
  // Names of comparison charts already leave out tables without charts.
  return drawn.map(({ name, shapesAt }, at) => ({
    id: /^chart-\d+$/.test(name) ? name : `chart-${at + 1}`,
    shapes: shapesAt({}),
    shapesAt,
  }))
}
