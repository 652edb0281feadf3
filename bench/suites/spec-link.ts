import { callTrpc, type Product } from '../lib/product.ts'

/** Creates a spec in the demo project with a public link. @returns the secret of its address */
export async function makeSpecLink(product: Product): Promise<string> {
  return (await makeLinkedSpec(product)).secret
}

export type LinkedSpec = { name: string; id: string; secret: string }

/** `makeSpecLink` with a function that revokes the link. */
export async function makeLinkedSpec(product: Product): Promise<LinkedSpec> {
  const spec = { kind: 'functional', title: 'Rounding', text: '# Rounding\n\n## Goals\n\nOnce, at the end.\n' }
  const { name } = await callTrpc<{ name: string }>(product, 'specs.create', { project: 'demo', spec })
  const made = await callTrpc<{ id: string; secret: string }>(product, 'specs.createLink', { project: 'demo', name })
  return { name, ...made }
}
