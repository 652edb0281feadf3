import { describe, expect, it } from 'vitest'
import type { UploadHistogram } from '../run/upload-document.ts'
import { checkHistograms } from './check-histograms.ts'
import { recordValues } from './histogram.ts'
import { asUploadHistogram } from './upload-histogram.ts'

const NAMES = ['qps', 'latency_ms_max', 'latency_ms_max:read']
const check = (...histograms: UploadHistogram[]) =>
  checkHistograms({ test: 'scan', clients: 1, values: [10, 4, 2], histograms }, NAMES, '/results/0')
const messages = (...histograms: UploadHistogram[]) => check(...histograms).map(({ message }) => message)

const microseconds = recordValues({ lowest: 1, highest: 10_000_000, digits: 3 }, [[1_900, 7]])
const hdr = asUploadHistogram(microseconds, { operation: 'read', unitMs: 0.001 })

describe('histograms of an upload document', () => {
  it('are accepted in both forms, one for each operation', () => {
    expect(
      check(hdr, {
        unitMs: 1,
        buckets: [
          [0, 1, 3],
          [3, 4, 1],
        ],
      }),
    ).toEqual([])
  })

  it('are refused with the pointer to the histogram', () => {
    expect(check({ unitMs: 1, buckets: [[0, 1, 1]] }, { ...hdr, hdr: 'AAAA' })[0]?.pointer).toBe(
      '/results/0/histograms/1',
    )
  })

  it.each<[string, UploadHistogram[]]>([
    ['is the second histogram of its operation', [hdr, hdr]],
    [
      'needs a response time of its operation in /metricNames, such as latency_ms_p99:scan',
      [{ ...hdr, operation: 'scan' }],
    ],
    ['needs either hdr or buckets', [{ unitMs: 1 }]],
    ['needs either hdr or buckets', [{ ...hdr, buckets: [[0, 1, 1]] }]],
    ['is not a compressed V2 HDR histogram', [{ ...hdr, hdr: 'AAAAAAAAAAAA' }]],
    ['is cut: its length is not the stated one', [{ ...hdr, hdr: (hdr.hdr ?? '').slice(0, -4) }]],
    [
      'has a bucket (number 2) that overlaps another one or ends before it begins',
      [
        {
          unitMs: 1,
          buckets: [
            [0, 2, 1],
            [1, 3, 1],
          ],
        },
      ],
    ],
    ['counts no value', [{ unitMs: 1, buckets: [[0, 1, 0]] }]],
    [
      'the histogram counts a value of 6 ms, above the maximum 4 ms',
      [
        {
          unitMs: 1,
          buckets: [
            [0, 1, 1],
            [6, 7, 1],
          ],
        },
      ],
    ],
    ['the histogram counts a value of 1900 ms, above the maximum 2 ms', [{ ...hdr, unitMs: 1 }]],
  ])('%s', (message, histograms) => {
    expect(messages(...histograms)).toContain(message)
  })
})
