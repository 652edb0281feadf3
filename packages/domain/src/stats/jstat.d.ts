// jStat has no type definitions; these are the functions that Assay uses.
declare module 'jstat' {
  const jStat: {
    normal: {
      /** The x with P(X <= x) = p. */
      inv(p: number, mean: number, sd: number): number
    }
    centralF: {
      /** P(F <= x) with `dof1` and `dof2` degrees of freedom. */
      cdf(x: number, dof1: number, dof2: number): number
    }
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
