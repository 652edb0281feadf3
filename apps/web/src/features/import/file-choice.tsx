import { FileInput } from '../../ui/file-input.tsx'
import { chosenFiles } from './dropped-files.ts'
import style from './import.module.css'
import type { ChosenFile } from './tar-file.ts'

type Props = {
  label: string
  isFolder?: boolean
  isBusy: boolean
  onFiles: (files: readonly ChosenFile[]) => void
}

/** A button that opens the browser's choice of files or of a folder. */
export function FileChoice({ label, isFolder = false, isBusy, onFiles }: Props) {
  return (
    <label className={style.choice}>
      {label}
      <FileInput
        isFolder={isFolder}
        isCleared
        multiple
        disabled={isBusy}
        className="visually-hidden"
        onFiles={(files) => onFiles(chosenFiles(files))}
      />
    </label>
  )
}
