import { formatAbsolute } from '@assay/domain/compare/format-cell'
import type { Baseline } from '@assay/domain/studies/io-efficiency'
import { micros } from './micros.ts'

/** What is divided by, in a sentence. */
export function BaselineFacts({
  baseline: { readsPerSecond, latencyUs, cpu },
  test,
}: {
  baseline: Baseline
  test: string
}) {
  const parts = [
    `${formatAbsolute(readsPerSecond, 0)} reads/s`,
    ...(latencyUs === null ? [] : [`${latencyUs.toFixed(2)} µs a read`]),
    ...(cpu === null ? [] : [`${micros(cpu.total)} µs of CPU a read`]),
  ]
  return (
    <p>
      fio, {test}: {parts.join(', ')}.
    </p>
  )
}
