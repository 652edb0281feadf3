/** Variance of the median of one to ten standard normal values (Teichroew 1956); the median of two is their mean. */
const VARIANCES = [1, 0.5, 0.4487, 0.2982, 0.2868, 0.2147, 0.2104, 0.1682, 0.1661, 0.1383]

/** Variance of the median of some normal values, divided by that of one of them. */
export const varianceOfMedian = (count: number): number =>
  VARIANCES[count - 1] ?? Math.PI / (2 * (count + Math.PI / 2 - 1))
