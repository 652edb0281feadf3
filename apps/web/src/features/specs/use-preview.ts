import { startTransition, useEffect, useState } from 'react'
import type { SpecPreview } from '../../trpc/api-types.ts'

/** Delay in milliseconds after the last key. */
const PAUSE = 700

export type Preview = Pick<SpecPreview, 'parts' | 'checks' | 'evidence'>

const NOTHING: Preview = { parts: [], checks: [], evidence: { figures: [], numbers: [] } }

type PreviewRequest = {
  project: string
  text: string
  of: { name: string; revision: number } | null
  freezeAnew: readonly number[]
}

/** Renders a preview of a text, a moment after the last key. */
export function usePreview({ project, text, of, freezeAnew }: PreviewRequest): Preview {
  const [preview, setPreview] = useState(NOTHING)
  const { name, revision } = of ?? { name: null, revision: 0 }
  // Loads the scripts of the preview before the first key is typed.
  useEffect(() => void load(), [])
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(async () => {
      const { client } = await load()
      // Without a response the last preview stays; the text is not affected.
      const answer = await client.specs.preview
        .mutate({ project, text, of: name === null ? null : { name, revision }, freezeAnew: [...freezeAnew] })
        .catch(() => null)
      if (answer === null || isOver) return
      const { parts, checks, evidence } = answer
      // A long text is drawn in steps, between which the browser answers the keyboard.
      startTransition(() => setPreview({ parts, checks, evidence }))
    }, PAUSE)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [project, text, name, revision, freezeAnew])
  return preview
}

async function load() {
  const [{ client }] = await Promise.all([import('../../trpc/client.ts'), import('./spec-text.tsx')])
  return { client }
}
