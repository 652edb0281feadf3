'use client'

import type { Correction } from '@assay/domain/import/corrections'
import { useState } from 'react'
import { CorrectDialog, type CorrectTarget } from './correct-dialog.tsx'
import { CorrectionList } from './correction-list.tsx'
import { DropZone } from './drop-zone.tsx'
import style from './import.module.css'
import { ImportFailure, ImportProblems, StoredRuns } from './import-outcome.tsx'
import { ImportProgress } from './import-progress.tsx'
import { OpenQuestions } from './open-questions.tsx'
import { PreviewTable } from './preview-table.tsx'
import { StoreBar } from './store-bar.tsx'
import { useImport } from './use-import.ts'

/** Imports files in four steps: choose, preview, correct, store. */
export function ImportScreen({ project }: { project: string }) {
  const state = useImport(project)
  const [target, setTarget] = useState<CorrectTarget | null>(null)
  const { packed, preview, corrections, stored, busy, failure } = state
  const correct = (added: readonly Correction[]) => void state.correct([...corrections, ...added])

  if (stored !== null) return <StoredRuns project={project} stored={stored} onMore={state.reset} />
  return (
    <div className={style.screen}>
      <DropZone packed={packed} isBusy={busy !== null} onFiles={(files) => void state.choose(files)} />
      {busy !== null && <ImportProgress busy={busy} progress={state.progress} onCancel={state.cancel} />}
      {failure !== null && <ImportFailure failure={failure} />}
      {preview !== null && (
        <div className={style.screen} aria-busy={busy !== null}>
          <OpenQuestions
            preview={preview}
            onAnswer={correct}
            onOther={(dimension, runs) => setTarget({ dimension, runs })}
          />
          {preview.runs.length > 0 && (
            <PreviewTable preview={preview} onCorrect={(dimension, runs) => setTarget({ dimension, runs })} />
          )}
          <ImportProblems problems={preview.problems} />
          <CorrectionList
            corrections={corrections}
            profile={state.profile}
            onChange={(next) => void state.correct(next)}
          />
          <StoreBar
            preview={preview}
            isBusy={busy !== null}
            isConflict={failure?.code === 'result-conflict'}
            onStore={(onConflict) => void state.store(onConflict)}
          />
          {target !== null && (
            <CorrectDialog preview={preview} target={target} onApply={correct} onClose={() => setTarget(null)} />
          )}
        </div>
      )}
    </div>
  )
}
