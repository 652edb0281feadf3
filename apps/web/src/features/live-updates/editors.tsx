'use client'

import { useEffect } from 'react'
import type { SeenState } from '../../trpc/api-types.ts'
import { EditingNow } from './editing-now.tsx'
import { useEditing } from './use-editing.ts'
import { useProjectEvents } from './use-project-events.ts'

type Props = { project: string; spec: string; position: SeenState | null }

/** Half of the time after which others no longer see it, so that one lost message is not a gap. */
const ANNOUNCE_MS = 15_000

/** On the page of the editor: tells others that the visitor types, and shows who else does. */
export function Editors({ project, spec, position }: Props) {
  useEffect(() => {
    let last = 0
    const onKey = () => {
      if (Date.now() - last < ANNOUNCE_MS) return
      last = Date.now()
      void announce(project, spec)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [project, spec])
  return <div aria-live="polite">{position !== null && <Others project={project} spec={spec} {...position} />}</div>
}

function Others(source: SeenState & { project: string; spec: string }) {
  const [editing, onEditing] = useEditing()
  useProjectEvents(source, onEditing)
  return <EditingNow names={editing} />
}

/** Others miss a message that cannot be sent; the next one follows while the person types. */
async function announce(project: string, name: string): Promise<void> {
  try {
    const { client } = await import('../../trpc/client.ts')
    await client.specs.announceEditing.mutate({ project, name })
  } catch {
    // The server is unreachable; the editor itself says so when it saves.
  }
}
