import { expect, test } from 'vitest'
import { atomFeed, type Feed } from './atom-feed.ts'

const feed: Feed = {
  id: 'urn:uuid:0193a0b1-0000-7abc-8def-000000000001',
  title: 'Reports of <Lab> & "friends"',
  href: 'https://assay.test/published/lab/feed.xml',
  page: 'https://assay.test/published/lab?a=1&b=2',
  author: 'Lab',
  entries: [
    {
      id: 'urn:uuid:0193a0b1-0000-7abc-8def-000000000002',
      title: 'Old',
      href: 'https://assay.test/published/lab/old',
      authors: [],
      updatedAt: '2026-11-01T00:00:00.000Z',
      summary: '',
    },
    {
      id: 'urn:uuid:0193a0b1-0000-7abc-8def-000000000003',
      title: 'New \u0007 ]]> </title>',
      href: 'https://assay.test/published/lab/new',
      authors: ['Ada <ada@assay.test>', 'Bo'],
      updatedAt: '2026-11-20T00:00:00.000Z',
      summary: 'Slower.\nMuch.',
    },
  ],
}

test('entries are newest first, the feed has the time of its newest entry, and texts are escaped', () => {
  const xml = atomFeed(feed)
  expect(xml.indexOf('000000000003')).toBeLessThan(xml.indexOf('000000000002'))
  expect(xml).toContain('<updated>2026-11-20T00:00:00.000Z</updated>\n<author><name>Lab</name></author>')
  expect(xml).toContain('<title>Reports of &lt;Lab&gt; &amp; &quot;friends&quot;</title>')
  expect(xml).toContain('<title>New \ufffd ]]&gt; &lt;/title&gt;</title>')
  expect(xml).toContain('<author><name>Ada &lt;ada@assay.test&gt;</name></author>\n<author><name>Bo</name></author>')
  expect(xml).toContain('href="https://assay.test/published/lab?a=1&amp;b=2"')
})

test('a feed without entries is the same each time', () => {
  expect(atomFeed({ ...feed, entries: [] })).toBe(atomFeed({ ...feed, entries: [] }))
  expect(atomFeed({ ...feed, entries: [] })).toContain('<updated>1970-01-01T00:00:00Z</updated>')
})
