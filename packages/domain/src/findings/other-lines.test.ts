import { expect, test } from 'vitest'
import type { FindingChange } from './finding.ts'
import { otherLines } from './other-lines.ts'
import type { ReleaseLine } from './releases/release-summary.ts'

const line = (test: string, ratio: number, verdict: ReleaseLine['verdict'] = 'no change'): ReleaseLine => ({
  ...{ test, clients: '1', line: '', metric: 'qps', ratio, low: null, high: null, verdict },
})

const change = (test: string, workload: string): FindingChange => ({
  ...{ benchmark: 'b', workload, test, group: null, clients: '1', metric: 'qps', line: '', value: 60, baseValue: 100 },
  ...{ ratio: 0.6, low: null, high: null, runIds: [], baseRunIds: [] },
})

test('the unaffected workloads and machines of a changed test come before the other tests, and the change is left out', () => {
  const stored = [
    { hardware: 'pn53', workload: 'iobuf', lines: [line('fillseq', 0.6, 'regression'), line('read', 1.02)] },
    { hardware: 'pn53', workload: 'byrx', lines: [line('fillseq', 1)] },
    { hardware: 'hetz', workload: 'iobuf', lines: [line('fillseq', 0.86, 'regression'), line('scan', 0.9)] },
  ]
  const others = otherLines(stored, { hardware: 'pn53', changes: [change('fillseq', 'iobuf')] })
  expect(others.map(({ test: name, workload, hardware }) => `${name} ${workload} ${hardware}`)).toEqual([
    'fillseq byrx pn53',
    'fillseq iobuf hetz',
    'scan iobuf hetz',
    'read iobuf pn53',
  ])
})
