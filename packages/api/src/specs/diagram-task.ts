import { instance } from '@viz-js/viz'

/** Draws a source in the language DOT with Graphviz, which runs as WebAssembly and reads no files. */
export async function renderDiagram(source: string): Promise<{ svg: string | null; problem: string }> {
  const graphviz = await instance()
  const { status, output, errors } = graphviz.render(source, { format: 'svg', engine: 'dot' })
  const problem = errors.find(({ level }) => level === 'error')?.message ?? 'it is empty'
  return status === 'success' && output !== undefined ? { svg: output, problem: '' } : { svg: null, problem }
}
