import { withFigures } from '@assay/domain/evidence/place-figures'
import { useEffect, useRef, useState } from 'react'
import type { SpecPreview } from '../../trpc/answers.ts'

/** After the last key, milliseconds. */
const PAUSE = 700

export type Preview = { html: string; checks: readonly string[]; evidence: SpecPreview['evidence'] }

const NOTHING: Preview = { html: '', checks: [], evidence: { figures: [], numbers: [] } }

type Asked = {
  project: string
  text: string
  of: { name: string; revision: number } | null
  freezeAnew: readonly number[]
}

/** A text as it will be read, a moment after the last key. */
export function usePreview({ project, text, of, freezeAnew }: Asked): Preview {
  const [preview, setPreview] = useState(NOTHING)
  const asked = JSON.stringify({ project, text, of, freezeAnew })
  const newest = useRef(asked)
  newest.current = asked
  useEffect(() => {
    const timer = setTimeout(async () => {
      const { client } = await import('../../trpc/client.ts')
      // Without an answer the last preview stays; what was typed is not touched by it.
      const answer = await client.specs.preview.mutate(JSON.parse(asked)).catch(() => null)
      if (answer === null || newest.current !== asked) return
      const { checks, evidence } = answer
      const { figuresHtml, PROSE } = await import('./figures-html.ts')
      const html = PROSE.whole(withFigures(answer.html, figuresHtml(project, evidence), PROSE))
      setPreview({ html, checks, evidence })
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [project, asked])
  return preview
}
