import type { IoSubject } from './io-efficiency/io-efficiency.ts'
import type { ModeledTest } from './io-efficiency/io-efficiency-chart.ts'

/** The tests that the model covers, each with a unique name. */
export function modeledTests({ tests }: IoSubject): ModeledTest[] {
  const isAlone = (name: string) => tests.filter(({ test }) => test === name).length === 1
  return tests.flatMap(({ test, of, model }) =>
    model === null ? [] : [{ name: isAlone(test) ? test : `${test}, ${of}`, model }],
  )
}
