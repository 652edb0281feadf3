import { compareApplyPath } from '../../../paths.ts'
import button from '../../../ui/button.module.css'
import { QueryForm } from '../../../ui/query-form.tsx'
import style from './builder.module.css'
import { type BuilderContent, builderHtml } from './builder-html.ts'

/** A form for every property of a comparison, behind a button; the table does not need it to answer its question. */
export function Customize({ project, ...content }: BuilderContent & { project: string }) {
  return (
    <details className={`${style.customize} no-print`}>
      <summary className={button.button}>Customize</summary>
      <QueryForm
        action={compareApplyPath(project)}
        resolves
        label="Comparison"
        className={`${style.form} ${style.columns}`}
        html={String(builderHtml(content))}
      />
    </details>
  )
}
