import { randomUUID } from 'node:crypto'
import { PAGE_ACCESS } from '@assay/api/access/page-access'
import { connectToDatabase } from '../lib/database.ts'
import type { Line } from '../lib/print-table.ts'
import type { Product } from '../lib/product.ts'

/** Two names of equal length, so that the length of a response does not distinguish them. */
const [HIDDEN, MISSING] = ['hidden-project', 'absent-project']

/**
 * Requests every page of a private project and of a missing one as an anonymous visitor; the responses must be equal,
 * except for the requested name.
 */
export async function comparePages(product: Product): Promise<Line> {
  const client = await connectToDatabase(product)
  await client.query(
    `insert into project (id, organization_id, slug, name, description, visibility)
     select $1, id, $2, 'hidden', '', 'private' from organization limit 1`,
    [randomUUID(), HIDDEN],
  )
  const leaks: string[] = []
  const pages = Object.keys(PAGE_ACCESS).filter((page) => page.startsWith('p/[project]'))
  for (const page of pages) {
    const answers = await Promise.all([HIDDEN, MISSING].map((project) => answerOf(product, page, project)))
    if (answers[0] !== answers[1])
      leaks.push(`${page}\n  hidden: ${answers[0]?.slice(0, 300)}\n  missing: ${answers[1]?.slice(0, 300)}`)
  }
  await client.query('delete from project where slug = $1', [HIDDEN])
  await client.end()
  if (leaks.length > 0) console.log(`Pages that tell a private project from none:\n${leaks.join('\n')}`)
  return {
    what: `tenant isolation: of ${pages.length} pages, those that tell a private project from none`,
    value: leaks.length,
    unit: 'pages',
    goal: '0',
  }
}

async function answerOf(product: Product, page: string, project: string): Promise<string> {
  const path = page.replace('[project]', project).replaceAll(/\[\w+\]/g, '0193a0b1-0000-7abc-8def-0123456789ab')
  const answer = await fetch(`${product.url}/${path}`, { redirect: 'manual' })
  const text = await answer.text()
  // A nonce differs each time, and Next streams chunks in any order and of any length.
  const plain = text.replaceAll(project, 'PROJECT').replaceAll(/nonce(?:="|\\":\\")[^"\\]+/g, 'nonce')
  const whole = plain.replaceAll(/"\]\)<\/script><script nonce">self\.__next_f\.push\(\[1,"/g, '')
  const lines = whole.split('\\n').sort().join('\n')
  return `${answer.status} ${answer.headers.get('location')?.replaceAll(project, 'PROJECT')} ${lines}`
}
