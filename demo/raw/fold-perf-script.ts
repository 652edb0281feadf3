// Reads `perf script` from the standard input and prints collapsed stacks, as stackcollapse-perf.pl does.
import { text } from 'node:stream/consumers'
import { parsePerfScript } from '../../packages/domain/src/companion-files/perf/perf-report/parse-perf-script.ts'
import { stacksOf } from '../../packages/domain/src/run/cpu-profile/stack-profile.ts'

const { value, problems } = parsePerfScript(await text(process.stdin), 'perf script')
for (const { line, message } of problems.slice(0, 5)) console.error(`line ${line}: ${message}`)
for (const { root } of value ?? []) {
  for (const { frames, weight } of stacksOf(root)) {
    const names = frames.map(({ name, module }) => `${name.replaceAll(';', ':')}${module === '[kernel]' ? '_[k]' : ''}`)
    // A sample of the CPU clock covers the same time as any other, so samples are counted.
    console.log(`${names.join(';')} ${Math.max(1, Math.round(weight / 1e9 * Number(process.env.HZ ?? 99)))}`)
  }
}
