import { instance } from '@viz-js/viz'

/**
 * Draws a source in the language DOT with Graphviz, which runs as WebAssembly and reads no files. Each drawing has an
 * instance of its own, because a graph that is too deep for the stack leaves one in an unknown state.
 */
export async function renderDiagram(source: string): Promise<{ svg: string | null; problem: string }> {
  const graphviz = await instance()
  try {
    const { status, output, errors } = graphviz.render(source, { format: 'svg', engine: 'dot' })
    if (status === 'success' && output !== undefined) return { svg: output, problem: '' }
    return { svg: null, problem: errors.find(({ level }) => level === 'error')?.message ?? 'it is empty' }
  } catch (error) {
    // The stack or the memory of WebAssembly was too small.
    if (error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError')) {
      return { svg: null, problem: 'it is too large' }
    }
    throw error
  }
}
