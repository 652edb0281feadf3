import style from './live-updates.module.css'

/** Says who else is editing the text of a spec. */
export function EditingNow({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p className={style.editing}>
      {names.join(', ')} {names.length === 1 ? 'is' : 'are'} editing
    </p>
  )
}
