import { gzipSync } from 'node:zlib'
import type { Line } from '../lib/print-table.ts'
import type { Product } from '../lib/product.ts'

const GOAL_KB = 170

/**
 * Measures the compressed JavaScript that the HTML of a comparison references, which a first load fetches before any
 * click. Scripts marked `nomodule` are for old browsers, and no other browser fetches them.
 */
export async function benchJavascript(product: Product): Promise<Line[]> {
  const html = await (await fetch(`${product.url}/p/demo/compare?columns=version`)).text()
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? []
  const sources = new Set(
    tags
      .filter((tag) => !/\bnomodule\b/i.test(tag))
      .flatMap((tag) => /(?:src|href)="([^"]+\.js[^"]*)"/.exec(tag)?.[1] ?? []),
  )
  let bytes = 0
  for (const source of sources) {
    const script = Buffer.from(await (await fetch(new URL(source, product.url))).arrayBuffer())
    bytes += gzipSync(script).length
  }
  return [
    {
      what: `JavaScript of the compare page, ${sources.size} files, gzip`,
      value: bytes / 1000,
      unit: 'kB',
      base: GOAL_KB,
      baseName: 'goal',
      goal: 'below 1',
    },
  ]
}
