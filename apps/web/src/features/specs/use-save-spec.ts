'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { specEditPath, specPath } from '../../paths.ts'
import { retryUntilAnswered } from './retry-until-answered.ts'
import { writeDraft } from './spec-draft.ts'
import { createText, reviseText, type Stored } from './store-text.ts'
import type { useSpecDraft } from './use-spec-draft.ts'
import { useUnmounted } from './use-unmounted.ts'

export type SaveState =
  | { kind: 'idle' | 'busy' | 'waiting' }
  | { kind: 'failed'; reason: string }
  | { kind: 'saved-partly'; revision: number }

type Options = {
  project: string
  /** The spec that gets a revision; null creates a spec. */
  name: string | null
  draft: Pick<ReturnType<typeof useSpecDraft>, 'newest' | 'change' | 'drop'>
  /** Numbers of the figures to freeze again with current results. */
  freezeAnew: readonly number[]
}

/** Saves the text of the editor, as a new spec or as a revision, and opens the spec if all typed text is saved. */
export function useSaveSpec({ project, name, draft: { newest, change, drop }, freezeAnew }: Options) {
  const router = useRouter()
  const [state, setState] = useState<SaveState>({ kind: 'idle' })
  const isGone = useUnmounted()

  /** @param parent  name of the spec on which a new design spec builds; null for other specs. */
  const save = async (parent: string | null) => {
    setState({ kind: 'busy' })
    const { title, text, note, base } = newest.current
    const snapshot = () => ({ title, text, note, base, before: newest.current.sent })
    const answer = await retryUntilAnswered(
      () =>
        name === null
          ? createText(project, snapshot(), { parent, change })
          : reviseText(project, snapshot(), { name, freezeAnew, change }),
      { onWait: () => setState({ kind: 'waiting' }), isGone: () => isGone.current },
    )
    if (!answer.ok) {
      if (answer.isAnswered) change({ sent: undefined })
      setState({ kind: 'failed', reason: answer.failure })
      return
    }
    const isAllSaved = newest.current.text === text && newest.current.title === title
    if (answer.value.outcome === 'saved' && isAllSaved) {
      drop(answer.value.revision)
      router.push(specPath(project, answer.value.name))
    } else if (name === null) continueInCreatedSpec(answer.value)
    else continueWriting(answer.value, base)
  }

  /** Text typed during the request becomes a draft of the created spec. */
  const continueInCreatedSpec = ({ name, revision }: Stored) => {
    writeDraft(`${project}/${name}`, { ...newest.current, base: revision, sent: undefined })
    drop(0)
    router.push(specEditPath(project, name))
  }

  /** The conflict is stored with the text, so that after a reload the author still has to resolve it. */
  const continueWriting = ({ revision, outcome, by = '' }: Stored, base: number) => {
    const conflict = outcome === 'saved' ? undefined : { from: newest.current.conflict?.from ?? base, by }
    change({ base: revision, sent: undefined, conflict })
    setState(outcome === 'saved' ? { kind: 'saved-partly', revision } : { kind: 'idle' })
  }

  return { state, save }
}
