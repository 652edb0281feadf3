import { plural } from '../../../plural.ts'
import type { Comparison } from '../../comparison.ts'
import { type CompilerPanel, newestGains } from '../compilers/compilers.ts'
import { largestBy, medianOf, signedWords, speedWords, subjectWords, withProduct } from './headline-words.ts'

/** "RocksDB 10.8.3 on arm (byrx): clang+LTO is 15% faster than gcc (median of 7 tests, −2% in seek to +20% in fillseq)". */
export function compilersHeadline(panels: readonly CompilerPanel[], comparison: Comparison): string | null {
  const gains = panels.flatMap((panel) => {
    const test = panel.coordinates.test ?? panel.label
    return newestGains(panel).map(({ version, compiler, over, change }) => ({
      ...{ test, version, compiler, over },
      ratio: 1 + change,
    }))
  })
  const positive = gains.filter(({ ratio }) => ratio > 0)
  const byCompiler = [...Map.groupBy(positive, ({ compiler, over }) => `${compiler} ${over}`).values()]
  const medians = byCompiler.flatMap((own) => {
    const middle = medianOf(own.map(({ ratio }) => ratio))
    return middle === null ? [] : [{ own, middle }]
  })
  const widest = largestBy(medians, ({ middle }) => middle)
  const [first] = widest?.own ?? []
  if (widest === undefined || first === undefined) return null
  const sorted = widest.own.toSorted((a, b) => a.ratio - b.ratio)
  const [low, high] = [sorted[0], sorted.at(-1)]
  const versions = new Set(widest.own.map(({ version }) => version))
  const [version] = versions
  const subject = subjectWords(
    comparison,
    versions.size === 1 && version !== undefined ? withProduct(comparison, version) : undefined,
  )
  const range =
    low === undefined || high === undefined || low === high
      ? `in ${first.test}`
      : `(median of ${plural(widest.own.length, 'test')}, ${signedWords(low.ratio)} in ${low.test} to ${signedWords(high.ratio)} in ${high.test})`
  return `${subject}: ${first.compiler} is ${comparedTo(widest.middle, first.over)} ${range}`
}

/** "15% faster than gcc", "as fast as gcc". */
function comparedTo(ratio: number, base: string): string {
  const words = speedWords(ratio)
  if (words === 'within 1%') return `within 1% of ${base}`
  return `${words} ${words.endsWith('as fast') ? 'as' : 'than'} ${base}`
}
