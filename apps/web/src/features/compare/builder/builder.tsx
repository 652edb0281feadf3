import { compareApplyPath } from '../../../paths.ts'
import { QueryForm } from '../../../ui/query-form.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import style from './builder.module.css'
import { type BuilderContent, builderHtml } from './builder-html.ts'

/** Everything that a comparison can be, as a form: it sends itself, and without a script it has a button. */
export function Builder({ project, ...content }: BuilderContent & { project: string }) {
  return (
    <SidePanel title="Rows, columns, base and filters">
      <QueryForm
        action={compareApplyPath(project)}
        resolves
        label="Comparison"
        className={style.form}
        html={String(builderHtml(content))}
      />
    </SidePanel>
  )
}
