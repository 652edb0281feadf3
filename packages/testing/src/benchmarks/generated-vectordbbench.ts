import { parseVectorReport } from '@assay/domain/benchmarks/vectordbbench/vectordbbench-report'
import fc from 'fast-check'
import { cutInHalf, type GeneratedFormat, pretty, replaced, seconds } from './generated-format.ts'

/** Result files of VectorDBBench. */
export const vectordbbench: GeneratedFormat = {
  name: 'VectorDBBench',
  parse: parseVectorReport,
  valid: fc
    .tuple(
      fc.array(fc.double({ min: 1, max: 9e3, noNaN: true }), { minLength: 1, maxLength: 5 }),
      seconds,
      fc.integer({ min: 1, max: 9999 }),
    )
    .map(([rates, time, recall]) =>
      pretty({
        ...{ run_id: 'a', task_label: 'b' },
        results: [
          {
            metrics: {
              ...{
                load_duration: time,
                qps: Math.max(...rates),
                serial_latency_p95: time / 2,
                serial_latency_p99: time,
              },
              ...{ recall: recall / 10_000, ndcg: recall / 10_000 },
              conc_num_list: rates.map((_, i) => i + 1),
              conc_qps_list: rates,
              conc_latency_p99_list: rates.map(() => time),
              conc_latency_avg_list: rates.map(() => time / 3),
            },
            task_config: {
              ...{ db: 'Milvus', db_config: { db_label: '', version: '2.5' }, db_case_config: { M: 30 } },
              case_config: { case_id: 5, k: 100 },
            },
            label: ':)',
          },
        ],
      }),
    ),
  violations: [
    replaced('a recall above 1', /"recall": [\d.e-]+/, '"recall": 1.5', /"recall"/),
    replaced('a negative load time', /"load_duration": /, '"load_duration": -', /"load_duration"/),
    replaced('a throughput that is not that of its list', /"qps": [\d.e+-]+/, '"qps": 99999', /"qps"/),
    replaced(
      'a percentile above a higher one',
      /"serial_latency_p95": [\d.e-]+/,
      '"serial_latency_p95": 1e6',
      /serial_latency_p9/,
    ),
    replaced('a list with too many values', /"conc_qps_list": \[/, '"conc_qps_list": [1,', /"conc_qps_list"/),
    replaced('a rate that is not a number', /"qps": [\d.e+-]+/, '"qps": "fast"', /"qps"/),
    cutInHalf,
  ],
}
