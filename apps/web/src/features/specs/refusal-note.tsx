import type { Refused } from './act-queue.ts'
import style from './form.module.css'

/** The reason of a refused action, next to its form, which keeps the typed text. */
export function RefusalNote({ failure, missing }: Refused) {
  if (failure === '') return null
  return (
    <div role="alert" className={style.failure}>
      {missing.length === 0 ? (
        failure
      ) : (
        <>
          Cannot continue:
          <ul className={style.list} aria-label="What is missing first">
            {missing.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
