import { specChangesPath, specPath } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import type { RevisionConflict } from './spec-draft.ts'
import style from './spec-editor.module.css'

type Props = {
  project: string
  name: string
  /** The revision that another person saved first. */
  revision: number
  conflict: RevisionConflict
  /** Discards the text of this author. */
  onDiscard: () => void
}

/** Tells the author that another revision was saved meanwhile, with links to compare it. */
export function RevisionConflictNotice({ project, name, revision, conflict, onDiscard }: Props) {
  return (
    <div role="alert" className={style.conflict}>
      <p>
        <strong>
          {conflict.by || 'Somebody'} saved revision {revision} while you were writing.
        </strong>{' '}
        Your text is saved as a copy and is still here. Compare it with{' '}
        <a href={specPath(project, name, revision)} target="_blank" rel="noreferrer">
          their text
        </a>{' '}
        or{' '}
        <a
          href={specChangesPath(project, name, { from: conflict.from, to: revision })}
          target="_blank"
          rel="noreferrer"
        >
          their changes
        </a>
        , merge what you need into your text, and save again as revision {revision + 1}.
      </p>
      <p>
        <Button onClick={onDiscard}>Continue with their text</Button>
      </p>
    </div>
  )
}
