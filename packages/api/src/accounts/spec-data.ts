import { randomBytes, randomUUID } from 'node:crypto'
import { scopeOf } from '@assay/db/open'
import type { Person } from '../access/resolve-access.ts'
import type { PersonExport } from './accounts.ts'
import type { AccountContext } from './open-accounts.ts'

// Texts of a person in specs. All projects are searched, because comments remain after a person left a project.

type Context = Pick<AccountContext, 'db' | 'now'>

const keyOf = ({ id }: Pick<Person, 'id'>): string => `person:${id}`

export async function countSpecsOf({ db }: Context, person: Pick<Person, 'id'>): Promise<number> {
  const projects = await db.projects.list()
  const counts = await Promise.all(projects.map((project) => db.in(scopeOf(project)).specs.countOf(keyOf(person))))
  return counts.reduce((sum, count) => sum + count, 0)
}

export async function readSpecData({ db }: Context, person: Pick<Person, 'id'>): Promise<PersonExport['specs']> {
  const data: PersonExport['specs'] = []
  for (const project of await db.projects.list()) {
    const specs = await db.in(scopeOf(project)).specs.personalData(keyOf(person))
    data.push(...specs.map((spec) => ({ project: project.slug, ...spec })))
  }
  return data
}

/** Replaces the name of a person in all specs by the same pseudonym, such as `Former member 3f9a`. */
export async function replaceNameInSpecs({ db, now }: Context, person: Pick<Person, 'id'>): Promise<void> {
  const former = { key: `former:${randomUUID()}`, name: `Former member ${randomBytes(2).toString('hex')}` }
  for (const project of await db.projects.list()) {
    await db.in(scopeOf(project)).specs.replacePerson(keyOf(person), former, now())
  }
}
