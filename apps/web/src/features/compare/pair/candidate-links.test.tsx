import { DEFAULT_COMPARISON } from '@assay/domain/compare/comparison'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CandidateLinks } from './candidate-links.tsx'

const VERSIONS = ['17.5', '17.6', '18.0', '18.1']

/** The links for 18.0 vs 17.6 by their texts. */
function linksOf(versions: readonly string[]) {
  const drawn = renderToStaticMarkup(
    <CandidateLinks
      project="assay~demo"
      comparison={{
        ...DEFAULT_COMPARISON,
        columns: ['version'],
        filters: { product: ['PostgreSQL'], version: [...versions] },
        base: { kind: 'values', values: { version: '17.6' } },
      }}
      observed={[{ name: 'version', values: VERSIONS.map((value) => ({ value, count: 1 })) }]}
    />,
  )
  const links = drawn.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)
  return new Map([...links].map(([, href = '', text = '']) => [text, href.replaceAll('&amp;', '&')]))
}

test('minor releases are those of the major version of the candidate, and the base', () => {
  const href = linksOf(['17.6', '18.0']).get('Minor releases of 18 only') ?? ''
  expect(new URL(href, 'http://localhost').searchParams.getAll('version').join()).toBe('17.6,18.0,18.1')
})

test('all releases have no filter of versions, and every other version can be added', () => {
  const links = linksOf(['17.6', '18.0'])
  expect(links.get('All releases')).not.toContain('version=')
  expect([...links.keys()]).toEqual(expect.arrayContaining(['17.5', '18.1']))
})

test('with several candidates each can be removed', () => {
  const links = linksOf(['17.6', '18.0', '18.1'])
  expect(links.has('×')).toBe(true)
})
