'use client'

import { type DragEvent, useState } from 'react'
import { formatBytes } from '../../ui/format-bytes.ts'
import { countOf } from '../../ui/format-count.ts'
import { droppedFiles } from './dropped-files.ts'
import { FileChoice } from './file-choice.tsx'
import style from './import.module.css'
import type { Packed } from './pack-files.ts'
import type { ChosenFile } from './tar-file.ts'

type Props = { packed: Packed | null; isBusy: boolean; onFiles: (files: readonly ChosenFile[]) => void }

/** Takes files, folders and archives that are dropped or chosen. */
export function DropZone({ packed, isBusy, onFiles }: Props) {
  const [isOver, setIsOver] = useState(false)
  const onDrop = async (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onFiles(await droppedFiles(event.dataTransfer.items))
  }
  return (
    <section
      className={packed === null ? style.drop : style.chosen}
      data-over={isOver}
      aria-label="Files to import"
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => void onDrop(event)}
    >
      <p>
        {packed === null ? (
          <strong>Drop files, a folder or an archive here</strong>
        ) : (
          <>
            <strong>{packed.fileCount === 1 ? packed.name : countOf(packed.fileCount, 'file')}</strong>,{' '}
            {formatBytes(packed.sizeBytes)}. Drop or choose others to start again.
          </>
        )}
      </p>
      <div className={style.choices}>
        <FileChoice label="Choose files" isBusy={isBusy} onFiles={onFiles} />
        <FileChoice label="Choose a folder" isFolder isBusy={isBusy} onFiles={onFiles} />
      </div>
      {packed === null && (
        <small>
          Text output, CSV, JSON and Parquet, plain, .gz or .zst, or archives (.zip, .tar.gz, .tar.zst); up to 64 MB
          packed. Nothing is stored before you confirm. An upload that was interrupted continues when you choose the
          same files again, also after a reload of this page.
        </small>
      )}
    </section>
  )
}
