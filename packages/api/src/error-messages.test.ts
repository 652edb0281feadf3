// The detail of an error states a next step: a verb that tells its reader to do something, or where to look.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const DETAIL = /appError\(\s*'[a-z-]+',\s*(?:'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g
const NEXT_STEP =
  /\b(?:add|ask|accept|check|choose|compress|confirm|copy|correct|create|encode|enter|go back|invite|leave|lists?|make|name|open|pack|paste|publish|read|reload|remove|rename|repeat|request|revoke|save|send|set|share|shorten|show|sign in|stop|try|turn|type|upload|use|verify|wait|write)\b/i

/**
 * Ends with a value, which is the reason or the advice of another function; or names a refused value, its location and
 * the reason, so that the next step is to correct it.
 */
const CORRECTABLE = /\$\{[^}]*\}\.?$|\$\{.*(?:Nothing was (?:stored|shared)|No version was published)\. ?$/

test('every error detail of the API names a next step', () => {
  const missing: string[] = []
  let count = 0
  for (const name of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
    for (const [, quoted, template] of readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(DETAIL)) {
      const detail = quoted ?? template ?? ''
      count += 1
      if (CORRECTABLE.test(detail) || NEXT_STEP.test(withoutValues(detail))) continue
      missing.push(`${name}: ${detail}`)
    }
  }
  expect(missing).toEqual([])
  expect(count).toBeGreaterThan(100)
})

/** The fixed words of a template. */
const withoutValues = (detail: string): string => detail.replaceAll(/\$\{[^}]*\}/g, '')
