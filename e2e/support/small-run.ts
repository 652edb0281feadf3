/** Creates an upload document with one result; `says` adds or replaces fields. */
export const smallRun = (facts: object = {}) => ({
  schemaVersion: 1,
  product: 'Postgres',
  version: '18.0',
  build: { name: 'o2' },
  config: { name: 'x10a' },
  hardware: { name: 'vm2' },
  benchmark: { name: 'sysbench' },
  workload: { name: 'cached', params: {} },
  repeat: 1,
  metricNames: ['qps'],
  results: [{ test: 'point-query', clients: 1, values: [1000] }],
  ...facts,
})
