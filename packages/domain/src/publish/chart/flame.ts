/** A function and its callees, in percent of all samples. */
export type Flame = { name: string; percent: number; children: readonly Flame[] }
