/** Sizes of steps are stored as ln|step| on a grid of 5%: an estimate from them is right to 2.5%. */
export const GRID = Math.log(1.05)
/** The size of a step that is none; smaller than any other. */
export const NO_STEP = -10_000
/** Doubles of the same value differ by this when they were added up in another order. */
const SMALLEST = 1e-12

/** The size of a difference of two logarithms on the grid. */
export const sizeOfStep = (step: number): number =>
  Math.abs(step) > SMALLEST ? Math.round(Math.log(Math.abs(step)) / GRID) : NO_STEP
