import { appendixOf } from '@assay/domain/specs/appendix/appendix'
import { appendixHtml } from '@assay/domain/specs/appendix/appendix-html'
import { specPath } from '../../paths.ts'
import type { SpecPage } from '../../trpc/api-types.ts'
import { SanitizedHtml } from '../../ui/sanitized-html.tsx'
import style from './spec-appendix.module.css'

/** All comments with all their responses: a part of the spec. */
export function SpecAppendix({ project, page: { name, spec } }: { project: string; page: SpecPage }) {
  const html = appendixHtml(appendixOf(spec), {
    revisionHref: (number) => specPath(project, name, number),
    pointHref: (other, point) => `${specPath(project, other)}#${point}`,
  })
  return (
    <section aria-labelledby="appendix" className={style.appendix}>
      <h2 id="appendix">Appendix: comments and responses</h2>
      <SanitizedHtml html={html} />
    </section>
  )
}
