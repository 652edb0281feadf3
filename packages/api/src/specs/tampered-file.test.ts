import { queryAsOwner } from '@assay/db/testing'
import { canonicalJson } from '@assay/domain/json/canonical-json'
import { readSpecFile } from '@assay/domain/specs/export/read-spec-file'
import { specMarkdown } from '@assay/domain/specs/export/spec-markdown'
import { recordText, type SpecRecord } from '@assay/domain/specs/export/spec-record'
import { sealLeaf, treeRoot } from '@assay/domain/specs/seal/hash-tree'
import { linkSha256 } from '@assay/domain/specs/seal/seal-chain'
import { sha256Hex } from '@assay/domain/specs/seal/sha256-hex'
import { verifySpecFile } from '@assay/domain/specs/seal/verify-spec-file'
import { startTestServer, type TestServer } from '@assay/testing/server/test-server'
import { type Reviewed, reviewedSpec } from '@assay/testing/specs/reviewed-spec'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLink } from './spec-links.ts'

// Attacks that change several places at once, so that each place agrees with the others: a text with its hash, a
// comment with its leaf of the seal, the readable part of a file without its record.

const NOW = new Date('2030-01-01T00:00:00Z')

let server: TestServer
let spec: Reviewed
let markdown = ''
let record: SpecRecord

beforeAll(async () => {
  server = await startTestServer()
  spec = await reviewedSpec(server)
  markdown = await exported('markdown')
  const read = readSpecFile(await exported('json'))
  if (!read.ok || read.value.record === null) throw new Error('the server exported no record')
  record = read.value.record
})
afterAll(() => server.stop())

async function exported(format: string): Promise<string> {
  const headers = { authorization: `Bearer ${spec.token}` }
  return (await server.send(`/api/v1/projects/lab/specs/${spec.name}/export?format=${format}`, { headers })).text()
}

/** The places and messages that a verification of a file reports. */
function reported(file: string): string[] {
  const verified = verifySpecFile(file, { now: NOW })
  return verified.ok ? verified.value.problems.map(({ path, message }) => `${path ?? ''} ${message}`) : [verified.error]
}

test('an exported file has no problem, also with other line breaks', () => {
  expect(reported(markdown)).toEqual([])
  expect(reported(`\ufeff${markdown.replaceAll('\n', '\r\n')}`)).toEqual([])
  expect(reported(recordText(record))).toEqual([])
})

const READABLE: [what: string, change: (file: string) => string, where: string][] = [
  ['text after the record', (file) => `${file}\nThe authors withdraw all of it.\n`, 'The authors withdraw all of it.'],
  ['text before the title', (file) => `Not valid.\n${file}`, 'Line 1 of the file'],
  ['a comment in the appendix', (file) => file.replace('\n\nToo slow for us.\n', '\n\nFast enough.\n'), 'Fast enough.'],
  ['a disagreement taken out', (file) => file.replace(/\n\nvic still disagrees:.*\n/, '\n'), 'vic still disagrees'],
  ['minutes', (file) => file.replace('- Minutes: The cost was argued.', '- Minutes: All agreed.'), 'All agreed.'],
  ['an erratum taken out', (file) => file.replace(/\n- Erratum 1.*/, ''), 'Erratum 1'],
  ['an author', (file) => file.replace('**Authors:** olga', '**Authors:** eve'), 'eve'],
  ['the state', (file) => file.replace('resolved, built', 'withdrawn'), 'withdrawn'],
  ['a revision', (file) => file.replace('- Revision 3, olga', '- Revision 3, vic'), 'Revision 3, vic'],
]

test.each(READABLE)('the readable part of a file is compared with its record: %s', (_, change, where) => {
  const changed = change(markdown)
  expect(changed).not.toBe(markdown)
  expect(reported(changed).join('\n')).toContain(where)
})

test('a text that was changed together with its hash is not that of the record', () => {
  const [, sha256 = ''] = /the text, sha256 ([0-9a-f]{64})/.exec(markdown) ?? []
  const [begin, end] = [markdown.indexOf('-->') + 5, markdown.indexOf('\n\n<!-- assay: end of the text')]
  const text = markdown.slice(begin, end).replace('at most a fifth', 'at most a tenth')
  const changed = `${markdown.slice(0, begin)}${text}${markdown.slice(end)}`.split('<!-- assay: record')
  const withHash = changed.with(0, changed[0]?.replaceAll(sha256, sha256Hex(text)) ?? '').join('<!-- assay: record')
  expect(reported(withHash).join('\n')).toContain('at most a tenth')
  // Files of earlier servers have no version of their rendering, and their text is verified as well.
  const earlier = withHash.replace(/"rendering":\d+,/, '')
  expect(reported(earlier)).toEqual(['/text It is not the text of revision 4.'])
})

test('a file that claims another version of its rendering is not intact, because nothing compared its readable part', () => {
  const changed = markdown.replace('\n\nToo slow for us.\n', '\n\nFast enough.\n')
  for (const version of ['', '"rendering":1,']) {
    const claimed = verifySpecFile(changed.replace(/"rendering":\d+,/, version), { now: NOW })
    expect(claimed).toMatchObject({ ok: true, value: { problems: [], isRecordOnly: true } })
  }
  expect(verifySpecFile(markdown, { now: NOW })).toMatchObject({ ok: true, value: { isRecordOnly: false } })
})

const RECORDS: [what: string, change: (record: SpecRecord) => object, where: string][] = [
  ['no seal', (one) => ({ ...one, chain: [] }), '/chain The spec is resolved, but the file has no seal.'],
  ['another name', (one) => ({ ...one, name: 'FS-9' }), '/name'],
  ['another time of its end', (one) => ({ ...one, seals: [{ ...one.seals[0], at: '2020-01-01' }] }), '/seals/1'],
  ['a value of no record', (one) => ({ ...one, approved: true }), '/approved It is not part of a record.'],
  ['two attachments of one name', withTwoFiles, 'contains this attachment more than once'],
  ['an attachment of the same length', withOtherFile, '/attachments/plan'],
  ['comments in another order', (one) => ({ ...one, feedback: one.feedback.toReversed() }), 'no comment F-1'],
  ['another form of Unicode', (one) => withBody(one, 'Zu langsam fu\u0308r uns.'), '/feedback/1/body'],
  ['a new salt', (one) => withLeaf(one, (leaf) => ({ ...leaf, salt: 'A'.repeat(22) })), '/feedback/1/body'],
  ['a comment taken out of its seal', withoutComment, '/feedback/3/body It was removed without a record.'],
  ['a person who became a guest', asGuest, '/feedback/1/giver/kind It was added without a record.'],
  [
    'another hash of an appendix',
    (one) => ({ ...one, seals: one.seals.map((seal) => ({ ...seal, appendixSha256: '0'.repeat(64) })) }),
    '/seals/1 The value does not have the hash that was sealed.',
  ],
  ['a review that resolved it twice', (one) => ({ ...one, seals: [...one.seals, ...one.seals] }), '/seals It does not'],
  [
    'an attachment of another type',
    (one) => ({ ...one, files: one.files.map((file) => ({ ...file, mediaType: 'image/jpeg' })) }),
    '/attachments/plan',
  ],
  ['a time in the future', inTheFuture, 'is in the future'],
  ['a chain without its last link', (one) => ({ ...one, chain: one.chain.slice(0, -1) }), '/outcome'],
]

function withTwoFiles(one: SpecRecord): object {
  const [file] = one.files
  return { ...one, files: [{ ...file, content: 'AAAA' }, file] }
}

function withOtherFile(one: SpecRecord): object {
  const files = one.files.map((file) => ({ ...file, content: file.content.replace(/(?<=^.{40}).{4}/, 'AAAA') }))
  return { ...one, files }
}

function withBody(one: SpecRecord, body: string): SpecRecord {
  return { ...one, feedback: one.feedback.map((comment) => (comment.number === 1 ? { ...comment, body } : comment)) }
}

function asGuest(one: SpecRecord): object {
  const [first, ...rest] = one.feedback
  if (first === undefined) throw new Error('the spec has no comment')
  return { ...one, feedback: [{ ...first, giver: { ...first.giver, key: 'name:guest/vic' } }, ...rest] }
}

type Leaf = SpecRecord['chain'][number]['leaves'][number]

function withLeaf(one: SpecRecord, change: (leaf: Leaf) => Leaf): object {
  const leavesOf = (leaves: readonly Leaf[]) =>
    leaves.map((leaf) => (leaf.path === '/feedback/1/body' ? change(leaf) : leaf))
  return { ...one, chain: one.chain.map((link) => ({ ...link, leaves: leavesOf(link.leaves) })) }
}

/** The last comment is removed from the record, and value and salt from its leaves, as in the file of a visitor. */
function withoutComment(one: SpecRecord): object {
  const chain = one.chain.map((link) => ({
    ...link,
    leaves: link.leaves.map(({ path, sha256, ...rest }) =>
      path.startsWith('/feedback/3') ? { path, sha256 } : { path, sha256, ...rest },
    ),
  }))
  return { ...one, reviewers: undefined, feedback: one.feedback.slice(0, 2), chain }
}

/** The last link gets another time and a hash that agrees with it. */
function inTheFuture(one: SpecRecord): object {
  const last = one.chain.at(-1)
  if (last === undefined) throw new Error('the spec has no seal')
  const later = { ...last, at: '2031-01-01T00:00:00.000Z' }
  return { ...one, chain: one.chain.with(-1, { ...later, sha256: linkSha256(later) }) }
}

test.each(RECORDS)('a record is not intact with %s', (_, change, where) => {
  expect(reported(canonicalJson(change(record))).join('\n')).toContain(where)
})

test('a file of a public link verifies without the names of reviewers and the earlier revisions', async () => {
  const { secret } = await spec.as('olga').specs.createLink({ project: 'lab', name: spec.name, days: 1 })
  const opened = await openLink(server.services, secret)
  if (opened === null) throw new Error('the link does not open')
  const file = specMarkdown(opened.document, opened.record)
  expect(opened.record.reviewers).toBeUndefined()
  expect(reported(file)).toEqual([])
  expect(reported(file.replace('Too slow for us.', 'Fast enough.')).join('\n')).toContain('Fast enough.')
})

test('a key that occurs twice is refused, because readers and programs would see different values', () => {
  const twice = recordText(record).replace('"feedback":', '"title":"Other sums","feedback":')
  expect(reported(twice)).toEqual(['The file is truncated or was edited: /title has the key "title" twice.'])
})

test('a link whose value, leaf, root and hash were made again breaks the chain at the next link', () => {
  const [first, ...rest] = record.chain
  if (first === undefined) throw new Error('the spec has no seal')
  const body = 'Fast enough.'
  const leaves = first.leaves.map((leaf) =>
    leaf.path === '/feedback/1/body' ? sealLeaf(leaf.path, body, leaf.salt ?? '') : leaf,
  )
  const forged = { ...first, leaves, root: treeRoot(leaves) }
  const chain = [{ ...forged, sha256: linkSha256(forged) }, ...rest]
  expect(reported(canonicalJson({ ...withBody(record, body), chain })).join('\n')).toContain(
    'It does not follow the link before it.',
  )
})

const copied = (table: string, spec: string, change: string) =>
  `insert into ${table} select * from jsonb_populate_record(null::${table},
     (select to_jsonb(t) from ${table} t where spec_id = '${spec}' limit 1)
       || jsonb_build_object('id', gen_random_uuid()) || '${change}')`

const DATABASE: [what: string, sql: (spec: string) => string, where: RegExp][] = [
  [
    'an erratum was removed with the value and salt of its leaf',
    (id) => `update spec set afterwards = afterwards - 'errata' where id = '${id}';
      update spec_seal_link set leaves = (select jsonb_agg(case when leaf ->> 'path' like '/errata/%'
        then leaf - 'value' - 'salt' else leaf end order by n) from jsonb_array_elements(leaves) with ordinality e(leaf, n))
        where spec_id = '${id}'`,
    /^\/errata\/1\/text It was removed without a record/m,
  ],
  ['a comment was copied', (id) => copied('spec_feedback', id, '{"number": 4}'), /^\/feedback\/4/m],
  ['a revision was copied', (id) => copied('spec_revision', id, '{"number": 5}'), /^\/revisions\/5/m],
  [
    'the texts of two comments were exchanged',
    (id) => `update spec_feedback a set facts = a.facts || jsonb_build_object('body', b.facts -> 'body')
      from spec_feedback b where a.number + b.number = 3 and a.spec_id = '${id}' and b.spec_id = '${id}'`,
    /^\/feedback\/1\/body/m,
  ],
  [
    'a text has an invisible character more',
    (id) =>
      `update spec_round set facts = facts || '{"minutes": "The cost was argued.\u200b"}' where spec_id = '${id}'`,
    /^\/rounds\/1\/minutes/m,
  ],
  [
    'two revisions were exchanged',
    (id) => `update spec_revision set number = number + 90 where spec_id = '${id}' and number in (2, 3);
      update spec_revision set number = case number when 92 then 3 else 2 end where spec_id = '${id}' and number > 90`,
    /^\/revisions\/2/m,
  ],
]

test.each(DATABASE)('the verification of a stored spec says where when %s', async (what, sql, where) => {
  const project = `lab-${DATABASE.findIndex(([one]) => one === what)}`
  const { name, specId, as } = await reviewedSpec(server, project)
  const problems = async () => (await as('mia').specs.verify({ project, name })).problems
  expect(await problems()).toEqual([])
  await queryAsOwner(server.url, `set session_replication_role = replica; ${sql(specId)}`)
  expect((await problems()).map(({ path, message }) => `${path} ${message}`).join('\n')).toMatch(where)
})
