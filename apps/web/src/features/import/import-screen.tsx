'use client'

import type { Correction } from '@assay/domain/import/profile/corrections'
import { useState } from 'react'
import { dataPath } from '../../paths.ts'
import { CorrectDialog, type CorrectTarget } from './correct-dialog.tsx'
import { CorrectionList } from './correction-list.tsx'
import { DropZone } from './drop-zone.tsx'
import style from './import.module.css'
import { IgnoredFiles, ImportFailure, ImportProblems, StoredRuns } from './import-outcome.tsx'
import { ImportProgress } from './import-progress.tsx'
import { InterruptedLine } from './interrupted-line.tsx'
import { MapColumns } from './map-columns.tsx'
import { NextFiles } from './next-files.tsx'
import { OpenQuestions } from './open-questions.tsx'
import { PreviewTable } from './preview-table.tsx'
import { SaveProfile } from './save-profile.tsx'
import { StoreBar } from './store-bar.tsx'
import { useImport } from './use-import.ts'

type Props = { project: string; profile: string | null; machines: readonly string[] }

/** Imports files in four steps: choose, preview, correct, store. */
export function ImportScreen({ project, profile, machines }: Props) {
  const state = useImport(project, profile)
  const [target, setTarget] = useState<CorrectTarget | null>(null)
  const { packed, preview, corrections, mappings, receipt, busy, failure } = state
  const correct = (added: readonly Correction[]) => void state.correct({ corrections: [...corrections, ...added] })

  if (receipt !== null) {
    return (
      <div className={style.screen}>
        <StoredRuns project={project} stored={receipt} onMore={state.reset} />
        <NextFiles files={state.next} isBusy={false} onImport={() => void state.chooseNext()} />
        {corrections.length + mappings.length > 0 && (
          <SaveProfile project={project} profile={state.profile} onSaved={state.saved} />
        )}
      </div>
    )
  }
  return (
    <div className={style.screen}>
      <DropZone packed={packed} isBusy={busy !== null} onFiles={(files) => void state.choose(files)} />
      {state.interrupted !== null && packed === null && busy === null && (
        <InterruptedLine
          upload={state.interrupted}
          onFiles={(files) => void state.choose(files)}
          onDiscard={state.discard}
        />
      )}
      {state.stored !== null && (
        <p className={style.hint}>
          Names are read by the <a href={`${dataPath(project)}#import-profile`}>import profile of this project</a>.
        </p>
      )}
      {busy !== null && <ImportProgress busy={busy} progress={state.progress} onCancel={state.cancel} />}
      <NextFiles files={state.next} isBusy={busy !== null} onImport={() => void state.chooseNext()} />
      {failure !== null && <ImportFailure failure={failure} />}
      {preview !== null && (
        <div className={style.screen} aria-busy={busy !== null}>
          <OpenQuestions preview={preview} machines={machines} isBusy={busy !== null} onAnswer={correct} />
          {preview.runs.length > 0 && (
            <PreviewTable preview={preview} onCorrect={(dimension, runs) => setTarget({ dimension, runs })} />
          )}
          <MapColumns
            key={JSON.stringify(preview.tables)}
            tables={preview.tables}
            hasRuns={preview.runs.length > 0}
            isBusy={busy !== null}
            onMap={(rule) => void state.correct({ mappings: [rule, ...mappings] })}
          />
          <ImportProblems preview={preview} />
          <IgnoredFiles preview={preview} />
          <CorrectionList
            corrections={corrections}
            mappings={mappings}
            project={project}
            profile={state.profile}
            onSaved={state.saved}
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
