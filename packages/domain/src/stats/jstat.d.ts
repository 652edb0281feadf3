// jStat has no types of its own; these are the functions that student-t.ts takes from it.
declare module 'jstat' {
  const jStat: {
    studentt: {
      /** P(T <= x) with `dof` degrees of freedom. */
      cdf(x: number, dof: number): number
      /** The x with P(T <= x) = p. */
      inv(p: number, dof: number): number
    }
  }

  // biome-ignore lint/style/noDefaultExport: jStat is its whole CommonJS module
  export default jStat
}
