import type { IoSubject } from '@assay/domain/studies/io-efficiency'
import type { ModelledTest } from '@assay/domain/studies/io-efficiency-chart'

/** The tests that the model can speak of, each by a name of its own. */
export function modelledTests({ tests }: IoSubject): ModelledTest[] {
  const isAlone = (name: string) => tests.filter(({ test }) => test === name).length === 1
  return tests.flatMap(({ test, of, model }) =>
    model === null ? [] : [{ name: isAlone(test) ? test : `${test}, ${of}`, model }],
  )
}
