import type { PreviewDocument } from '@assay/domain/import/preview/preview-document'
import { Button } from '../../ui/button.tsx'
import { countOf } from '../../ui/format-count.ts'
import style from './import.module.css'
import type { OnConflict } from './use-import.ts'

type Props = {
  preview: PreviewDocument
  isBusy: boolean
  /** True after the server refused results that are stored with other values. */
  isConflict: boolean
  onStore: (onConflict: OnConflict) => void
}

/** Stores the runs of the preview, once no question is open. */
export function StoreBar({ preview, isBusy, isConflict, onStore }: Props) {
  const { runs, questions } = preview
  if (runs.length === 0) return null
  const isOpen = questions.length > 0
  return (
    <div className={style.store}>
      <Button variant="primary" disabled={isBusy || isOpen} onClick={() => onStore('stop')}>
        Store {countOf(runs.length, 'run')}
      </Button>
      {isConflict && (
        <>
          <Button disabled={isBusy} onClick={() => onStore('repeat')}>
            Store as further repeats
          </Button>
          <Button disabled={isBusy} onClick={() => onStore('replace')}>
            Replace in comparisons
          </Button>
        </>
      )}
      <span className={style.hint}>
        {isOpen ? 'Answer the open questions first.' : 'Nothing is stored until you click Store.'}
      </span>
    </div>
  )
}
