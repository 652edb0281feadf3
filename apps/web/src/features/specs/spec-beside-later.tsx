import { type ComponentProps, Suspense } from 'react'
import { SpecBeside } from './spec-beside.tsx'
import style from './spec-screen.module.css'

/** So many points are drawn after the text was sent. */
const MANY = 100

/** Points beside the text; where there are many, readers have the text first, and without scripts read them in the appendix. */
export function SpecBesideLater(props: ComponentProps<typeof SpecBeside>) {
  const { length } = props.feedback.ordered
  if (length <= MANY) return <SpecBeside {...props} />
  const waiting = (
    <aside aria-label="Feedback" className={`${style.beside} no-print`}>
      <p className={style.hint}>
        {length} points, all of them in the <a href="#appendix">appendix</a>.
      </p>
    </aside>
  )
  return (
    <Suspense fallback={waiting}>
      <AfterText {...props} />
    </Suspense>
  )
}

async function AfterText(props: ComponentProps<typeof SpecBeside>) {
  await new Promise((resolve) => setImmediate(resolve))
  return <SpecBeside {...props} />
}
