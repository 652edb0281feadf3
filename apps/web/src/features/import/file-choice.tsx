import { Input } from '../../ui/input.tsx'
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
      <Input
        ref={(input) => void (isFolder && input?.setAttribute('webkitdirectory', ''))}
        type="file"
        multiple
        disabled={isBusy}
        className="visually-hidden"
        onChange={(event) => {
          onFiles(chosenFiles(event.target.files ?? []))
          event.target.value = '' // The same files may be chosen again after they changed.
        }}
      />
    </label>
  )
}
