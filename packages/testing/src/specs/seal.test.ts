import { canonicalJson } from '@assay/domain/json/canonical-json'
import { leafSha256, treeRoot } from '@assay/domain/specs/seal/hash-tree'
import { formatOf, nextLink, redactPaths, SealLink, withholdValues } from '@assay/domain/specs/seal/seal-chain'
import { type SealedValues, sealedValues } from '@assay/domain/specs/seal/sealed-values'
import { omitValues, verifySeal } from '@assay/domain/specs/seal/verify-seal'
import type { Spec } from '@assay/domain/specs/spec'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { play, steps } from './random-history.ts'

/** The values of a spec with one text per revision. */
function valuesOf(spec: Spec): SealedValues {
  const revisions = Array.from({ length: spec.revision }, (_, at) => ({
    ...{ number: at + 1, title: spec.title, note: 'a note', author: 'Olga', madeAt: '2026-01-01T00:00:00.000Z' },
    ...{ state: spec.state, baseRevision: null, sha256: '0'.repeat(64), figures: [] },
    attachments: [{ name: 'plan-000000000000.png', sha256: '0'.repeat(64), mediaType: 'image/png', sizeBytes: 7 }],
    text: `# Goals\n\nText ${at + 1}.\n\nThe same everywhere.`,
  }))
  return sealedValues({ spec, createdAt: '2026-01-01T00:00:00.000Z', reviewers: ['Vic'], revisions, figures: [] })
}

let salts = 0
const randomSalt = () => `salt-of-a-test-${String(++salts).padStart(8, '0')}`

/** The chain of a history: a seal after its first step, then a link for each later action that changed something. */
function chainOf(history: ReturnType<typeof play>): SealLink[] {
  const chain: SealLink[] = []
  for (const { step, by, before, after, refused, now } of history.done) {
    if (refused || before === after) continue
    const kind = chain.length === 0 ? 'sealed-later' : step.action.kind
    chain.push(
      nextLink(chain, { kind, at: now.toISOString(), by: by.person.name, values: valuesOf(after), randomSalt }),
    )
  }
  return chain
}

const histories = steps(12).map((list) => play(list))

test('over random histories the chain verifies, has every value, and a value changes only with a link', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const chain = chainOf(history)
      const report = verifySeal(chain, chain.length === 0 ? null : valuesOf(history.spec))
      expect(report.problems).toEqual([])
      expect(report.later).toHaveLength(Math.max(0, chain.length - 1))
    }),
  )
})

test('a file without the values of its record verifies, and a changed record does not', () => {
  fc.assert(
    fc.property(histories, fc.nat(), (history, pick) => {
      const chain = chainOf(history)
      if (chain.length === 0) return
      const values = valuesOf(history.spec)
      const file = omitValues(chain, values)
      expect(verifySeal(file, values).problems).toEqual([])
      const paths = [...values.keys()]
      const path = paths[pick % paths.length] ?? ''
      const forged = new Map(values).set(path, 'forged')
      expect(verifySeal(file, forged).problems.map((problem) => problem.path)).toContain(path)
    }),
  )
})

test('over random changes of one character of the chain it does not verify, and says in which link', () => {
  fc.assert(
    fc.property(histories, fc.nat(), fc.nat(), (history, pick, digit) => {
      const chain = chainOf(history)
      if (chain.length === 0) return
      const at = pick % chain.length
      const link = chain[at]
      if (link === undefined) return
      const text = canonicalJson(link)
      const position = digit % text.length
      const found = text[position] ?? ''
      if (!/[0-9a-z]/.test(found)) return
      const changed = `${text.slice(0, position)}${found === '1' ? '2' : '1'}${text.slice(position + 1)}`
      const tampered = parsed(changed)
      if (tampered === null || canonicalJson(tampered) === text) return
      const report = verifySeal(chain.with(at, tampered), valuesOf(history.spec))
      expect(report.problems).not.toEqual([])
      expect(report.problems.some((problem) => problem.link === null || Math.abs(problem.link - at - 1) <= 1)).toBe(
        true,
      )
    }),
  )
})

test('a link that was removed, or one that was put in twice, is found', () => {
  fc.assert(
    fc.property(histories, fc.nat(), (history, pick) => {
      const chain = chainOf(history)
      if (chain.length < 2) return
      const at = pick % (chain.length - 1)
      expect(verifySeal(chain.toSpliced(at, 1), null).problems).not.toEqual([])
      const twice = chain.toSpliced(at, 0, ...chain.slice(at, at + 1))
      expect(verifySeal(twice, null).problems).not.toEqual([])
    }),
  )
})

test('a redaction removes value and salt, keeps the hash, and the rest still verifies', () => {
  const history = play([])
  const values = new Map(valuesOf(history.spec)).set('/feedback/1/body', 'This person must not be named.')
  const sealed = [nextLink([], { kind: 'resolve', at: '2026-01-01', by: 'Olga', values, randomSalt })]
  const without = new Map(values).set('/feedback/1/body', '')
  const action = { kind: 'redact', at: '2026-01-02', by: 'Olga', values: without, randomSalt }
  const chain = [...redactPaths(sealed, new Set(['/feedback/1/body'])), nextLink(sealed, action)]
  expect(JSON.stringify(chain)).not.toContain('must not be named')
  expect(verifySeal(chain, without).problems).toEqual([])
  const [old] = chain[0]?.leaves.filter(({ path }) => path === '/feedback/1/body') ?? []
  expect(Object.keys(old ?? {}).sort()).toEqual(['path', 'sha256'])
  // A value cannot be put back unless it is the one that was removed.
  const forged = new Map(without).set('/feedback/1/body', 'Something else.')
  expect(verifySeal(chain, forged).problems).toMatchObject([{ path: '/feedback/1/body' }])
})

test('a file of a public link lacks names of reviewers, and nothing can be invented or left out in it', () => {
  const values = valuesOf(play([]).spec)
  const chain = [nextLink([], { kind: 'resolve', at: '2026-01-01', by: 'Olga', values, randomSalt })]
  const without = (path: string) => new Map([...values].filter(([one]) => one !== path))
  const verified = (path: string, isPartial: boolean) =>
    verifySeal(withholdValues(chain, without(path)), without(path), { isPartial })
  expect(verified('/spec/reviewers/0', true)).toMatchObject({ withheld: 1, problems: [] })
  expect(verified('/spec/reviewers/0', false).problems).toMatchObject([{ link: 1, path: '/spec/reviewers/0' }])
  expect(verified('/text/1', true).problems).toMatchObject([{ link: 1, path: '/text/1' }])
  const invented = new Map(values).set('/spec/reviewers/0', 'Eve')
  const partial = withholdValues(chain, without('/spec/reviewers/0'))
  expect(verifySeal(partial, invented, { isPartial: true }).problems).toMatchObject([{ path: '/spec/reviewers/0' }])
})

test('the tree is that of RFC 6962: leaves and nodes are hashed differently, and the order counts', () => {
  const leaf = (value: string) => ({ sha256: leafSha256('/a', 'salt', value) })
  expect(treeRoot([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(treeRoot([leaf('x')])).toBe(leaf('x').sha256)
  expect(treeRoot([leaf('x'), leaf('y')])).not.toBe(treeRoot([leaf('y'), leaf('x')]))
  const pair = treeRoot([leaf('x'), leaf('y')])
  expect(treeRoot([leaf('x'), leaf('y'), leaf('z')])).toBe(treeRoot([{ sha256: pair }, leaf('z')]))
})

/** The link of a file, or null when its schema refuses it, which is found before anything is verified. */
function parsed(text: string): SealLink | null {
  try {
    return SealLink.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

test('a seal of an earlier format is verified against the values of its format', () => {
  const [history] = fc.sample(histories, { numRuns: 1, seed: 1 })
  if (history === undefined) throw new Error('there is a history')
  const guest = { key: 'guest:1', name: 'Rita' }
  const content = { spec: { ...history.spec, coAuthors: [guest] }, createdAt: '', revisions: [], figures: [] }
  const seals = [{ round: 1, revision: 1, appendixSha256: '0'.repeat(64), at: '2026-01-01T00:00:00.000Z' }]
  const added = (format: number) =>
    [...sealedValues({ ...content, seals, format }).keys()].filter((path) => /\/kind$|^\/seals/.test(path))
  expect(added(2)).toEqual([])
  expect(added(3)).toContain('/spec/coAuthors/0/kind')
  expect(added(3)).toContain('/seals/1')
  const link = nextLink([], { kind: 'resolve', at: '', by: 'Olga', values: new Map(), randomSalt })
  const ofFormat = (value: number) => ({
    ...link,
    leaves: link.leaves.map((leaf) => (leaf.path === '@format' ? { ...leaf, value } : leaf)),
  })
  expect([formatOf([link]), formatOf([ofFormat(2)]), formatOf([])]).toEqual([3, 2, 3])
})
