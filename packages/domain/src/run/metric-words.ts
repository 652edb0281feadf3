/** The name of a metric for people: "relative qps" for `relative_qps`, which was published as a ratio only. */
export const metricWords = (metric: string): string =>
  metric.replace(/^relative_/, 'relative ').replace(/^as-published:/, 'as published ')
