const WORDS: Readonly<Record<string, string>> = {
  avg: 'mean response time',
  min: 'shortest response time',
  max: 'longest response time',
  stddev: 'deviation of response time',
  all: 'all statistics of response time',
}

/** Words of a statistic: `p99` is `99th percentile of response time`. */
export const statisticWords = (statistic: string): string =>
  WORDS[statistic] ?? `${statistic.replace(/^p/, '')}th percentile of response time`

const SHORT: Readonly<Record<string, string>> = { avg: 'mean', all: 'all' }

export const shortStatistic = (statistic: string): string => SHORT[statistic] ?? statistic
