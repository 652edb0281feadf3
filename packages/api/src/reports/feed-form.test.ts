// Checks the form of feeds with an XML parser, which the domain package may not import.

import { atomFeed } from '@assay/domain/publish/report/atom-feed'
import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'

const feed = {
  id: 'urn:uuid:0193a0b1-0000-7abc-8def-000000000001',
  href: 'https://assay.test/feed.xml',
  page: 'https://assay.test/',
  author: 'Lab',
}

const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => ['entry', 'link', 'author'].includes(name) })
type Parsed = { id: string; title: string; updated: string; link: Record<string, string>[]; author: { name: string }[] }
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

test('a feed with any texts is well-formed and has the elements that RFC 4287 requires', () => {
  const text = fc.string({ unit: 'binary' })
  const entries = fc.array(
    fc.record({ id: fc.uuid().map((id) => `urn:uuid:${id}`), title: text, summary: text, authors: fc.array(text) }),
  )
  fc.assert(
    fc.property(text, entries, (title, some) => {
      const at = '2026-11-21T00:00:00.000Z'
      const made = some.map((one) => ({ ...one, href: feed.href, updatedAt: at }))
      const xml = atomFeed({ ...feed, title, entries: made })
      expect(XMLValidator.validate(xml)).toBe(true)
      // The parser's result has no type; the assertions below check its shape.
      const { feed: root } = parser.parse(xml) as { feed: Parsed & { '@_xmlns': string; entry?: Parsed[] } }
      expect(root['@_xmlns']).toBe('http://www.w3.org/2005/Atom')
      // 4.1.1: one id, title and updated; an author unless every entry has one; a link to itself; at most one alternate
      // per type.
      expect([root.id, root.author.length]).toEqual([feed.id, 1])
      expect(root.updated).toMatch(DATE)
      expect(root.link.map((link) => link['@_rel'])).toEqual(['self', 'alternate'])
      // 4.1.2: the same rules for each entry; ids differ.
      expect(root.entry?.length ?? 0).toBe(made.length)
      for (const one of root.entry ?? []) {
        expect(one).toMatchObject({ id: expect.stringMatching(/^urn:uuid:/), updated: expect.stringMatching(DATE) })
        expect(one).toHaveProperty('title')
        expect(one.link.map((link) => link['@_rel'])).toEqual(['alternate'])
      }
    }),
  )
})
