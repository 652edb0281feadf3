import { Button } from '../../ui/button.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'
import { countOf } from '../../ui/format-count.ts'
import { FileChoice } from './file-choice.tsx'
import style from './import.module.css'
import type { InterruptedUpload } from './interrupted-upload.ts'
import type { ChosenFile } from './tar-file.ts'

type Props = {
  upload: InterruptedUpload
  onFiles: (files: readonly ChosenFile[]) => void
  onDiscard: () => void
}

/** Offers to continue an upload that was interrupted. A page may not read the files again by itself. */
export function InterruptedLine({ upload, onFiles, onDiscard }: Props) {
  const { name, fileCount, sizeBytes, share } = upload
  const isSeveral = fileCount > 1
  return (
    <div className={style.store} role="status">
      <span>
        The upload of <strong>{isSeveral ? countOf(fileCount, 'file') : name}</strong>, {formatBytes(sizeBytes)} packed,
        was interrupted at {Math.floor(share * 100)}%. Choose the same {isSeveral ? 'files' : 'file'} to continue.
      </span>
      <FileChoice label="Continue" isFolder={isSeveral} isBusy={false} onFiles={onFiles} />
      <Button onClick={onDiscard}>Discard</Button>
    </div>
  )
}
