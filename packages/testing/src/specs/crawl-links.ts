import { createCaller } from '@assay/api/router'
import { addPerson, deletePerson } from '@assay/db/testing'
import { headingSlugs } from '@assay/domain/publish/markdown/render-spec'
import { type Random, seededRandom } from '../seeded-random.ts'
import { anonymous, personNamed } from '../server/callers.ts'
import { startTestServer } from '../server/test-server.ts'

// Records every link that a spec ever showed, with its target. After many random edits, and after the accounts of all
// participants were deleted, each link must still lead to its target.

export type Crawl = { edits: number; links: number; broken: string[] }

const FEEDBACK_EVERY = 10
const MIN_BLOCKS = 12

/** A fragment of a text with a word that no edit changes, which identifies the target of a link. */
type Fragment = { mark: string; kind: 'heading' | 'paragraph' | 'item' | 'row'; words: string }

/** A link and its target when it was shown. */
type Shown = { blockName: string; mark: string }

export async function crawlLinks({ edits, seed }: { edits: number; seed: number }): Promise<Crawl> {
  const server = await startTestServer()
  try {
    const { project } = await server.addProject('lab')
    const organizations = { [project.organization.id]: 'author' as const }
    const [olga, vic] = [
      await addPerson(server.url, 'olga', { organizations }),
      await addPerson(server.url, 'vic', { organizations }),
    ]
    const as = (name: string, id: string) =>
      createCaller({ services: server.services, caller: personNamed(name, id) }).specs
    const [author, reader] = [as('olga', olga), as('vic', vic)]
    const random = seededRandom(seed)
    const marks = { next: 1 }
    let fragments = Array.from({ length: 2 * MIN_BLOCKS }, (_, at) => newFragment(random, marks, at % 5 === 0))
    const spec = { kind: 'functional', title: 'Links', text: textOf(fragments) }
    const { name } = await author.create({ project: 'lab', spec })
    const act = (person: typeof author, action: object) => person.act({ project: 'lab', name, action })
    const get = (revision?: number) => author.get({ project: 'lab', name, revision })
    await act(author, { kind: 'invite', who: { key: `person:${vic}`, name: 'vic' } })
    const meetingAt = new Date(server.services.now().getTime() + 20 * 86_400_000).toISOString()
    await act(author, { kind: 'schedule', meetingAt, timeZone: 'UTC', place: 'Room 1' })
    const shown = new Map<string, Shown>()
    const past: string[] = []
    for (let revision = 1; ; revision++) {
      const page = await get()
      const { revision: stored, spec: now } = page
      past.push(seenOf(page))
      for (const one of linksOf(stored.blocks)) if (!shown.has(one.blockName)) shown.set(one.blockName, one)
      if (revision > edits) break
      if (revision % FEEDBACK_EVERY === 1) {
        const block = stored.blocks[Math.floor(random() * stored.blocks.length)]
        const anchor = { kind: 'block', block: block?.id, quote: '' }
        await act(reader, { kind: 'give', body: `What of ${markOf(block?.text ?? '')}?`, anchor, revision })
        const number = now.feedback.length + 1
        await act(author, { kind: 'answer', feedback: number, answer: 'no-thank-you', reason: `as of ${revision}` })
      }
      const before = textOf(fragments)
      while (textOf(fragments) === before) fragments = edited(random, fragments, marks)
      const next = { base: revision, title: 'Links', text: textOf(fragments), note: `edit ${revision}` }
      await author.revise({ project: 'lab', name, revision: next })
    }
    await deletePerson(server.url, olga)
    await deletePerson(server.url, vic)
    const visitor = createCaller({ services: server.services, caller: anonymous }).specs
    const crawled = await follow(visitor, name, { shown: [...shown.values()], past })
    return { edits, ...crawled }
  } finally {
    await server.stop()
  }
}

/** The content of a revision while it was current: its text, its hash, and the positions of all older comments. */
function seenOf({ revision, placements, spec }: Awaited<ReturnType<Specs['get']>>): string {
  const { number, text, sha256, blocks } = revision
  const older = new Set(spec.feedback.flatMap((one) => (one.revision < number ? [one.number] : [])))
  const placed = placements.filter(({ feedback }) => older.has(feedback)).toSorted((a, b) => a.feedback - b.feedback)
  return JSON.stringify({ text, sha256, blocks, placed })
}

type Specs = ReturnType<typeof createCaller>['specs']

async function follow(specs: Specs, name: string, { shown, past }: { shown: Shown[]; past: string[] }) {
  const broken: string[] = []
  let links = 0
  const of = { project: 'lab', name }
  const revisions = new Map<number, Awaited<ReturnType<Specs['get']>>>()
  for (const [at, seen] of past.entries()) {
    links++
    const read = await specs.get({ ...of, revision: at + 1 }).catch(() => null)
    if (read === null || seenOf(read) !== seen) broken.push(`revision ${at + 1}`)
    if (read !== null) revisions.set(at + 1, read)
  }
  const current = await specs.get(of)
  for (const { blockName, mark } of shown) {
    links++
    const to = await specs.findBlock({ ...of, blockName }).catch(() => null)
    const page = to === null ? undefined : to.revision === null ? current : revisions.get(to.revision)
    const block = page?.revision.blocks.find(({ id }) => id === to?.fragment)
    if (block === undefined || markOf(block.text) !== mark) broken.push(`${blockName}: ${mark}, and not ${block?.text}`)
  }
  for (const { number, responses } of current.spec.feedback) {
    for (const key of [`F-${number}`, ...responses.map((response) => `F-${number}.${response.number}`)]) {
      links++
      const to = await specs.findBlock({ ...of, blockName: key }).catch(() => null)
      if (to?.fragment !== key || to.revision !== null) broken.push(key)
    }
  }
  return { links, broken }
}

/** Links that a revision shows: its blocks by id, and its headings also by name. */
function linksOf(blocks: readonly { id: string; kind: 'heading' | string; text: string }[]): Shown[] {
  const marks = new Map(blocks.map(({ id, text }) => [id, markOf(text)]))
  const headings = blocks.filter((block): block is typeof block & { kind: 'heading' } => block.kind === 'heading')
  const named = [...headingSlugs(headings)].map(([key, id]) => ({ blockName: key, mark: marks.get(id) ?? '' }))
  return [...[...marks].map(([key, mark]) => ({ blockName: key, mark })), ...named].filter(({ mark }) => mark !== '')
}

const markOf = (text: string): string => /\bmark\d+\b/.exec(text)?.[0] ?? ''

const SYLLABLES = [
  'sort',
  'merge',
  'page',
  'lock',
  'batch',
  'scan',
  'key',
  'row',
  'hash',
  'join',
  'plan',
  'heap',
  'run',
]

function newWord(random: Random): string {
  const syllable = () => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? ''
  return `${syllable()}${syllable()}${Math.floor(random() * 90)}`
}

function newFragment(random: Random, marks: { next: number }, isHeading = random() < 0.2): Fragment {
  const mark = `mark${marks.next++}`
  const kind = isHeading ? 'heading' : (['paragraph', 'paragraph', 'item', 'row'] as const)[Math.floor(random() * 4)]
  const count = kind === 'heading' ? 2 : kind === 'row' ? 3 : 8 + Math.floor(random() * 12)
  return { mark, kind: kind ?? 'paragraph', words: Array.from({ length: count }, () => newWord(random)).join(' ') }
}

function edited(random: Random, fragments: readonly Fragment[], marks: { next: number }): Fragment[] {
  const out = [...fragments]
  const at = Math.floor(random() * out.length)
  const to = Math.floor(random() * (out.length + 1))
  const fragment = out[at]
  const what = random()
  if (fragment === undefined || what < 0.25) out.splice(to, 0, newFragment(random, marks))
  else if (what < 0.45 && out.length > MIN_BLOCKS) out.splice(at, 1)
  else if (what < 0.6) out.splice(to, 0, ...out.splice(at, 1))
  else {
    // Renames a heading, or changes the values of a row or the words of a paragraph.
    const words = fragment.words.split(' ')
    words[Math.floor(random() * words.length)] = newWord(random)
    if (random() < 0.5) words.splice(Math.floor(random() * words.length), 0, newWord(random))
    out[at] = { ...fragment, words: words.slice(0, 24).join(' ') }
  }
  return out
}

function textOf(fragments: readonly Fragment[]): string {
  return ['# mark0 Links', ...fragments.map(({ mark, kind, words }) => write(kind, mark, words))].join('\n\n')
}

function write(kind: Fragment['kind'], mark: string, words: string): string {
  if (kind === 'heading') return `## ${mark} ${words}`
  if (kind === 'item') return `- ${mark} ${words}`
  if (kind === 'row') return `| what | this |\n|---|---|\n| ${mark} | ${words} |`
  return `${mark} ${words}.`
}
