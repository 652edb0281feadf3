import { compareApplyPath } from '../../../paths.ts'
import { QueryForm } from '../../../ui/query-form.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import style from './builder.module.css'
import { type BuilderContent, builderHtml } from './builder-html.ts'

/** A form for every property of a comparison. It submits itself on changes; without a script it has a button. */
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
