import type { ProjectAccess } from '@assay/api/access/resolve-access'
import type { Services } from '@assay/api/services'
import { actOnSpec } from '@assay/api/specs/act-on-spec'
import { createSpec, reviseSpec } from '@assay/api/specs/write-spec'
import type { By } from '@assay/domain/specs/actions/permissions'
import { type PersonRef, readSpecName } from '@assay/domain/specs/spec'
import {
  type DemoAnchor,
  type DemoPerson,
  type DemoSpec,
  type DemoStep,
  readDemoText,
} from '../../demo/specs/demo-spec.ts'
import { DEMO_SPECS } from '../../demo/specs/specs.ts'
import { PlainError } from '../lib/plain-error.ts'

/**
 * Loads specs of the demo project with their reviews, in the order of their dates and through the functions of the API.
 * Steps that were loaded before are skipped; a spec of another person with one of these numbers stops the loading.
 *
 * @throws PlainError when a step is refused: then the demo and the rules of a review disagree.
 */
export async function loadSpecs(
  services: Services,
  access: ProjectAccess,
  specs: readonly DemoSpec[] = DEMO_SPECS,
): Promise<void> {
  const progress = new Map(specs.map((spec) => [spec.name, { id: null as string | null, steps: 0 }]))
  for (const spec of specs) {
    const found = await access.queries.specs.find(numberOf(spec))
    if (found === null) continue
    if (found.spec.owner.key !== personNamed(spec.by).key) return
    progress.set(spec.name, { id: found.id, steps: await access.queries.specs.countEvents(found.id) })
  }
  const steps = specs.flatMap((spec) => {
    const { id, steps: done } = progress.get(spec.name) ?? { id: null, steps: 0 }
    const left = spec.steps.slice(done).map((step) => ({ spec, step, at: step.at }))
    return id === null ? [{ spec, step: null, at: spec.at }, ...left] : left
  })
  for (const { spec, step, at } of steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    const made = step === null ? await begin(services, access, spec) : await applyStep(services, access, spec, step)
    if (!made.ok) throw new PlainError(`The demo spec ${spec.name} was refused on ${at}: ${made.error.detail}`)
  }
}

function begin(services: Services, access: ProjectAccess, spec: DemoSpec) {
  const { name, title, parent, at, by } = spec
  const { kind } = numberOf({ name })
  return createSpec(
    services,
    access,
    byOf(by),
    { kind, title, text: readDemoText(spec, 1), parent },
    { at: new Date(at) },
  )
}

async function applyStep(services: Services, access: ProjectAccess, { name, title }: DemoSpec, step: DemoStep) {
  const by = byOf(step.by)
  const common = { name, now: new Date(step.at), dated: true }
  if ('revise' in step) {
    const { revise, note } = step
    const input = { base: revise - 1, title, text: readDemoText({ name }, revise), note }
    return reviseSpec(services, access, by, { ...common, input })
  }
  if ('give' in step) {
    const { give: body, on, source = 'web', for: giver = null } = step
    const { revision, anchor } = await findAnchor(access, name, on)
    return actOnSpec(services, access, by, {
      ...common,
      input: { kind: 'give', body, anchor, revision, source, giver },
    })
  }
  return actOnSpec(services, access, by, { ...common, input: step.act })
}

/** Finds the block of the current revision with these words, which no other block has. */
async function findAnchor({ queries: { specs } }: ProjectAccess, name: string, on: DemoAnchor | 'the whole') {
  const found = await specs.find(numberOf({ name }))
  const current = found === null ? null : await specs.revision(found.id, found.spec.revision)
  const revision = current?.number ?? 1
  if (on === 'the whole') return { revision, anchor: { kind: 'whole' } }
  const { kind, quote, in: words = quote } = on
  const blocks = (current?.blocks ?? []).filter(({ kind: of, text }) =>
    kind === 'heading' ? of === 'heading' && text === words : text.includes(words),
  )
  const [block] = blocks
  if (block === undefined || blocks.length > 1) {
    throw new PlainError(`Revision ${revision} of ${name} has "${words}" ${blocks.length} times, not once.`)
  }
  // The text before a short quote distinguishes it from equal ones.
  const prefix = words.slice(0, Math.max(0, words.lastIndexOf(quote)))
  return { revision, anchor: { kind, block: block.id, quote, prefix } }
}

/** These people cannot sign in: keys of accounts have another prefix. */
const personNamed = (name: DemoPerson): PersonRef => ({ key: `name:${name}`, name })

const byOf = (name: DemoPerson): By => ({ person: personNamed(name), role: 'author' })

function numberOf({ name }: Pick<DemoSpec, 'name'>) {
  const of = readSpecName(name)
  if (of === null) throw new PlainError(`${name} is not a name of a spec.`)
  return of
}
