/** Sizes of steps are stored as ln|step| on a grid of 5%, so an estimate from them is accurate to 2.5%. */
export const GRID = Math.log(1.05)
/** The size of a zero step, smaller than any other. */
export const NO_STEP = -10_000
/** Sums of the same doubles in another order differ by at most this. */
const SMALLEST = 1e-12

/** The size of a difference of two logarithms on the grid. */
export const sizeOfStep = (step: number): number =>
  Math.abs(step) > SMALLEST ? Math.round(Math.log(Math.abs(step)) / GRID) : NO_STEP
