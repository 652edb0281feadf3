/// <reference path="./jstat.d.ts" />
import jStat from 'jstat'

/** Quantile of the standard normal distribution: the x with P(X <= x) = p, for p above 0 and below 1. */
export const normalQuantile = (p: number): number => jStat.normal.inv(p, 0, 1)
