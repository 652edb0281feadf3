import { figuresText, measureAnchors } from '@assay/testing/specs/edit-corpus'
import { longSpec } from '@assay/testing/specs/long-spec'
import { expect, test } from 'vitest'
import { diffRevisions } from '../text/diff-revisions.ts'
import { identifyBlocks } from './align-blocks.ts'
import { anchorIn } from './anchor-in.ts'
import { blocksOf, chunksOf } from './blocks.ts'
import { segmentsOf } from './quoted-segments.ts'
import { type Placement, placementOf, reAnchor } from './re-anchor.ts'

const first = (text: string) => identifyBlocks([], text, 1)

function placed(before: string, quote: string, after: string): Placement & { text: string } {
  const old = first(before)
  const block = old.blocks.find(({ text }) => text.includes(quote))
  const anchor = anchorIn(old.blocks, { kind: 'range', block: block?.id ?? null, quote, prefix: '', suffix: '' })
  if (anchor === null) throw new Error('the quote is not there')
  const next = identifyBlocks(old.blocks, after, old.next)
  const revisions = { before: old.blocks, after: next.blocks, alignment: next.alignment }
  const [placement] = reAnchor(revisions, [{ anchor, placement: placementOf(anchor) }])
  if (placement === undefined) throw new Error('every anchor gets a placement')
  const text = next.blocks.find(({ id }) => id === placement.block)?.text.slice(placement.start, placement.end) ?? ''
  return { ...placement, text }
}

const TEXT =
  '# Sort\n\nThe new sort merges runs that fit in the cache.\n\n## Goals\n\nIt must be twice as fast for text keys.'

test.each([
  ['quotes in quotes', '>'.repeat(7_000)],
  ['thousands of marks', `${'*'.repeat(7_000)}a${'*'.repeat(7_000)}`],
])('a text of %s, for which a parser lacks time or stack, is one block as it was written', (_, text) => {
  expect(blocksOf(text)).toEqual([{ kind: 'paragraph', depth: 0, start: 0, end: text.length, text }])
})

test('blocks of a text are its headings, paragraphs, items, rows and code', () => {
  const text =
    '# *One*\n\nA `b` [c](d).\n\n- item\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```sql\nselect 1\n```\n\n$$\nx^2\n$$'
  expect(blocksOf(text).map(({ kind, text }) => [kind, text])).toEqual([
    ['heading', 'One'],
    ['paragraph', 'A b c.'],
    ['item', 'item'],
    ['row', 'x y'],
    ['row', '1 2'],
    ['code', 'select 1'],
    ['math', 'x^2'],
  ])
})

test('an anchor follows edits around it and within it', () => {
  expect(placed(TEXT, 'fit in the cache', `Before.\n\n${TEXT}`)).toMatchObject({
    state: 'exact',
    text: 'fit in the cache',
  })
  const around = TEXT.replace('The new sort merges', 'Our sort joins')
  expect(placed(TEXT, 'fit in the cache', around)).toMatchObject({ state: 'exact', text: 'fit in the cache' })
  const within = TEXT.replace('fit in the cache', 'fit well in the L2 cache')
  expect(placed(TEXT, 'fit in the cache', within)).toMatchObject({
    state: 'adjusted',
    text: 'fit well in the L2 cache',
  })
})

test('words stay commented when their sentence becomes twice as long', () => {
  const before =
    'Numbers are read first. `TO_NUMBER` takes them back, rounded to 6 and 15 digits. The rest is an error.'
  const longer = 'rounded to 9 and 17 digits, so that the way there and back gives the same value.'
  const after = before.replace('rounded to 6 and 15 digits.', longer)
  expect(placed(before, 'rounded to 6 and 15 digits', after)).toMatchObject({
    state: 'adjusted',
    text: 'rounded to 9 and 17 digits',
  })
})

test('words that begin a sentence of their own are the same words', () => {
  const before = '- Take a full backup and test its restore.\n- Stop the writers.'
  const split = before.replace(' and test', '.\n- Test')
  expect(placed(before, 'test its restore', split)).toMatchObject({ state: 'moved', text: 'Test its restore' })
  const merged = split.replace('.\n- Stop', ', then stop')
  expect(placed(split, 'Stop the writers', merged)).toMatchObject({ text: 'stop the writers' })
})

test('a comment on deleted text is detached at the nearest heading and not moved to a copy', () => {
  const gone = TEXT.replace('It must be twice as fast for text keys.', 'No goals were set.')
  const found = placed(TEXT, 'twice as fast for text keys', gone)
  expect(found).toMatchObject({ state: 'detached', block: 'b3' })
  const twice = `${TEXT}\n\n## Other\n\nIt must be twice as fast for text keys.`
  const copy = first(twice).blocks
  const without = twice.replace('It must be twice as fast for text keys.', 'No goals were set.')
  const next = identifyBlocks(copy, without, 20)
  const anchor = anchorIn(copy, {
    kind: 'range',
    block: 'b4',
    quote: 'twice as fast for text keys',
    prefix: '',
    suffix: '',
  })
  if (anchor === null) throw new Error('the quote is not there')
  const revisions = { before: copy, after: next.blocks, alignment: next.alignment }
  expect(reAnchor(revisions, [{ anchor, placement: placementOf(anchor) }])).toMatchObject([{ state: 'detached' }])
})

const LONG = 'The merge of runs that fit in the second cache takes as long as the sort of them did, and not more of it.'
const around = (...middle: string[]) => ['# Sort', 'First words.', ...middle, 'Last words.'].join('\n\n')

test('a paragraph that was edited keeps its anchors when an unedited copy is pasted elsewhere', () => {
  const edited = LONG.replace('takes as long', 'lasts as long')
  const found = placed(around(LONG), 'the second cache', `${around(edited)}\n\n## Copy\n\n${LONG}\n\nMore.`)
  expect(found).toMatchObject({ text: 'the second cache', block: 'b3', state: 'moved' })
})

test('feedback is detached if a paragraph and its copy both have new neighbors', () => {
  const joined = `Words of another. ${LONG}`
  const after = ['# Sort', LONG, 'First words.', 'New words here.', joined, 'Other new words.', 'Last words.'].join(
    '\n\n',
  )
  expect(placed(around('Words of another.', LONG), 'runs that fit in the second cache', after)).toMatchObject({
    state: 'detached',
  })
})

test('a frequent word that was typed far away does not stretch the range', () => {
  const quote = 'the sort of them did, and not more of it'
  const typed = `The cache is what the sort of runs has, ${'and many more words are here, '.repeat(4)}which is so. `
  const after = `${typed}${LONG}`.replace('the sort of them', 'sort of them')
  expect(placed(around(LONG), quote, around(after)).text).toBe('sort of them did, and not more of it')
})

test('a moved paragraph keeps its anchors, marked as moved', () => {
  const [title, merge, goals, fast] = TEXT.split('\n\n')
  expect(placed(TEXT, 'fit in the cache', [title, goals, fast, merge].join('\n\n'))).toMatchObject({
    text: 'fit in the cache',
  })
})

test('text that occurs twice in a block is distinguished by its context, or the anchor is the block', () => {
  const { blocks } = first('One sort is fast, and one sort is slow.')
  const ask = (prefix: string) => anchorIn(blocks, { kind: 'range', block: 'b1', quote: 'sort is', prefix, suffix: '' })
  expect(ask('and one ')).toMatchObject({ kind: 'range', start: 26 })
  expect(ask('')).toMatchObject({ kind: 'block', start: 0, end: 39 })
  expect(anchorIn(blocks, { kind: 'range', block: 'b1', quote: 'no such', prefix: '', suffix: '' })).toBeNull()
})

const PROSE = [
  'The merge reads every run once. It writes blocks of one megabyte, which the next level reads in order. A failed write is repeated twice.',
  'Runs are sorted in memory before they are written. The size of a run is a parameter.',
  'Nothing is written to disk while a table fits in memory, because the planner knows its size.',
]
const prose = (...paragraphs: readonly string[]) => ['# Sort', ...paragraphs].join('\n\n')
const [MERGE = '', RUNS = '', MEMORY = ''] = PROSE
const QUOTE = 'blocks of one megabyte, which the next level reads'

test('words stay commented when their paragraph is split, joined, or made a list', () => {
  const split = MERGE.replace('. It', '.\n\nIt').replace('. A failed', '.\n\nA failed')
  const list = `- ${MERGE.replaceAll('. ', '.\n- ')}`
  for (const changed of [prose(split, RUNS, MEMORY), prose(`${MERGE} ${RUNS}`, MEMORY), prose(list, RUNS, MEMORY)]) {
    expect(placed(prose(...PROSE), QUOTE, changed)).toMatchObject({ text: QUOTE })
  }
})

test('words are found in a sentence that was edited and moved to another paragraph', () => {
  const [first = '', second = '', third = ''] = MERGE.split(/(?<=\.) /)
  const changed = prose(`${first} ${third}`, `${RUNS} ${second.replace('one megabyte', 'two megabytes')}`, MEMORY)
  expect(placed(prose(...PROSE), QUOTE, changed)).toMatchObject({
    state: 'moved',
    text: 'blocks of two megabytes, which the next level reads',
  })
})

test('a short quote follows its sentence when sentences are swapped', () => {
  const [first = '', second = '', third = ''] = MERGE.split(/(?<=\.) /)
  const changed = prose(`${second} ${first} ${third}`, RUNS, MEMORY)
  expect(placed(prose(...PROSE), 'run once', changed)).toMatchObject({ text: 'run once' })
})

test('an anchor on half a paragraph does not take a sentence that was inserted in it', () => {
  const inserted = MERGE.replace(
    '. A failed',
    `. ${'Something else is said here at length. '.repeat(4).trim()} A failed`,
  )
  const found = placed(prose(...PROSE), 'reads in order. A failed write', prose(inserted, RUNS, MEMORY))
  expect(['reads in order.', 'A failed write']).toContain(found.text)
})

test('a selection over two paragraphs follows both, and the rest of it when one is removed', () => {
  const old = first(prose(...PROSE))
  const rest = [{ block: 'b3', quote: 'Runs are sorted' }]
  const quote = 'A failed write is repeated twice.'
  const anchor = anchorIn(old.blocks, { kind: 'range', block: 'b2', quote, prefix: '', suffix: '', rest })
  if (anchor === null) throw new Error('the quote is not there')
  expect(anchor.quote).toBe(`${quote}\n\nRuns are sorted`)
  const texts = (text: string) => {
    const next = identifyBlocks(old.blocks, text, old.next)
    const revisions = { before: old.blocks, after: next.blocks, alignment: next.alignment }
    const [placement] = reAnchor(revisions, [{ anchor, placement: placementOf(anchor) }])
    if (placement === undefined) throw new Error('every anchor gets a placement')
    const textOf = ({ block, start, end }: { block: string; start: number; end: number }) =>
      next.blocks.find(({ id }) => id === block)?.text.slice(start, end)
    return [placement.state, ...segmentsOf(placement).map(textOf)]
  }
  expect(texts(prose(`New words. ${MERGE}`, RUNS, MEMORY))).toEqual(['exact', quote, 'Runs are sorted'])
  expect(texts(prose(`${MERGE} ${RUNS}`, MEMORY)).slice(1)).toEqual([`${quote} Runs are sorted`])
  expect(texts(prose(RUNS, MEMORY))).toEqual(['adjusted', 'Runs are sorted'])
  expect(texts(prose(MEMORY))).toEqual(['detached'])
  const backwards = [{ block: 'b1', quote: 'Sort' }]
  expect(anchorIn(old.blocks, { ...anchor, quote, rest: backwards })).toBeNull()
})

test('a renamed heading keeps its id', () => {
  const old = first(TEXT)
  const next = identifyBlocks(old.blocks, TEXT.replace('## Goals', '## What it shall reach'), old.next)
  expect(next.blocks.map(({ id }) => id)).toEqual(old.blocks.map(({ id }) => id))
  const [top, goals] = diffRevisions(old.blocks, next.blocks)
  expect([top?.changes, goals?.title, goals?.changes]).toEqual([0, 'What it shall reach', 1])
})

test('a long text is split at headings without losing text', () => {
  const text = Array.from(
    { length: 300 },
    (_, n) => `## Part ${n}\n\n\`\`\`\n# not a heading\n\`\`\`\n\nWords of part ${n}.`,
  ).join('\n\n')
  const parts = chunksOf(text, 2_000)
  expect(parts.length).toBeGreaterThan(5)
  expect(parts.map(({ source }) => source).join('')).toBe(text)
  expect(parts.every(({ source }) => source.startsWith('## Part'))).toBe(true)
})

test('parsing a long text in chunks gives the same blocks as parsing it at once', () => {
  const text = longSpec(6)
  const whole = blocksOf(`${text}\n\n[no]: https://example.test/`)
  expect(chunksOf(text, 60_000).length).toBeGreaterThan(2)
  expect(chunksOf(`${text}\n\n[no]: https://example.test/`, 60_000)).toHaveLength(1)
  expect(blocksOf(text)).toEqual(whole)
  expect(
    blocksOf(`# New\n\n${text}`)
      .slice(1)
      .map((block) => block.text),
  ).toEqual(whole.map((block) => block.text))
})

test('A5: over the seeded corpus anchors are on the right words, and never unmarked on others', () => {
  const figures = measureAnchors({ documents: 80, anchors: 25, revisions: 8, edits: 3, seed: 2_026 })
  // biome-ignore lint/suspicious/noConsole: the test prints its measured figures
  console.info(figuresText('8 revisions of 3 edits', figures))
  expect(figures.silent / figures.placements).toBeLessThanOrEqual(0.0005)
  expect(figures.rightOfPlaceable / figures.placeable).toBeGreaterThanOrEqual(0.98)
})

test('A7: over 150 edits an id never belongs to two blocks and is never reused', () => {
  let [text, next] = [Array.from({ length: 12 }, (_, n) => `## Part ${n}\n\nWords ${n} of it.`).join('\n\n'), 1]
  let blocks = first(text).blocks
  next = blocks.length + 1
  const gone = new Set<string>()
  for (let edit = 0; edit < 150; edit++) {
    const parts = text.split('\n\n')
    const at = (edit * 7) % parts.length
    if (edit % 4 === 0) parts.splice(at, 1)
    else if (edit % 4 === 1) parts.splice(at, 0, `## New ${edit}`, `Other words ${edit}, and more of them.`)
    else if (edit % 4 === 2) parts.push(...parts.splice(at, 1))
    else parts[at] = `${parts[at]} also${edit}`
    text = parts.join('\n\n')
    const identified = identifyBlocks(blocks, text, next)
    const ids = new Set(identified.blocks.map(({ id }) => id))
    expect(ids.size).toBe(identified.blocks.length)
    for (const { id } of blocks) if (!ids.has(id)) gone.add(id)
    expect([...ids].filter((id) => gone.has(id))).toEqual([])
    blocks = identified.blocks
    next = identified.next
  }
  expect(gone.size).toBeGreaterThan(20)
})

test('comments follow texts in scripts without spaces, sentence by sentence', () => {
  const chinese =
    '# 缓冲池\n\n缓冲池必须在启动后三十秒内恢复。恢复期间,查询可以继续执行,但不保证延迟。管理员可以取消恢复。'
  const edited =
    '# 缓冲池\n\n缓冲池必须在启动后二十秒内恢复。管理员可以随时取消恢复。\n\n恢复期间,查询可以继续执行,但不保证延迟。'
  expect(placed(chinese, '三十秒内', edited)).toMatchObject({ state: 'adjusted', text: '二十秒内' })
  expect(placed(chinese, '管理员可以取消恢复', edited)).toMatchObject({ text: '管理员可以随时取消恢复' })
  expect(placed(chinese, '不保证延迟', edited)).toMatchObject({ text: '不保证延迟' })
  const thai = 'ระบบจะปิดการเชื่อมต่อที่ไม่ได้ใช้งานภายในห้านาที'
  expect(placed(thai, 'ภายในห้านาที', thai.replace('ห้า', 'สิบ'))).toMatchObject({ text: 'ภายในสิบนาที' })
})

test('a comment on a symbol follows it between the words around it', () => {
  const before = 'Each check has three states: ✅ passed, ⚠️ flaky, ❌ failed.'
  expect(placed(before, '❌', before.replace('three', 'some'))).toMatchObject({ text: '❌' })
})

test('a comment whose first or last words were replaced has the new words, and never half a word', () => {
  const before = 'The backup is written to three places. A flaky check is repeated twice. It is retried 8 times.'
  const after = 'The backup is written to two places. A flaky check is repeated three times. It is retried 16 times.'
  expect(placed(before, 'three places', after).text).toBe('two places')
  expect(placed(before, 'is repeated twice', after).text).toBe('is repeated')
  expect(placed(before, 'is retried 8', after).text).toBe('is retried 16')
})
