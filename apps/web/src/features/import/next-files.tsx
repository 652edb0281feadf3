import { Button } from '../../ui/button.tsx'
import { countOf } from '../../ui/format-count.ts'
import style from './import.module.css'
import type { ChosenFile } from './tar-file.ts'

type Props = { files: readonly ChosenFile[] | null; isBusy: boolean; onImport: () => void }

/** The files that were chosen while others were being stored, which continue undisturbed. */
export function NextFiles({ files, isBusy, onImport }: Props) {
  if (files === null) return null
  return (
    <div className={style.store} role="status">
      <Button disabled={isBusy} onClick={onImport}>
        Import the next {countOf(files.length, 'file')}
      </Button>
      {isBusy && <span className={style.hint}>They can be imported after these runs are stored.</span>}
    </div>
  )
}
