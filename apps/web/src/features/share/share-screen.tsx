import { sentenceText } from '@assay/domain/compare/tldr/tldr'
import { markdownToHtml } from '@assay/domain/publish/markdown/markdown-to-html'
import { baseNotice } from '@assay/domain/publish/report/base-notice'
import { readReportText } from '@assay/domain/publish/report/report-text'
import type { Reproduction } from '@assay/domain/publish/report/reproduce-figure'
import { bylineOf } from '@assay/domain/publish/share/byline'
import { figureElements, tldrOf } from '@assay/domain/publish/share/figure-elements'
import { figureWarnings, withoutWarnings } from '@assay/domain/publish/share/figure-warnings'
import type { SharedContent } from '@assay/domain/publish/share/shared-content'
import { sharedChartPath, sharedExportPath } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SanitizedHtml } from '../../ui/sanitized-html.tsx'
import { Section } from '../../ui/section.tsx'
import { Warnings } from '../compare/head/warnings.tsx'
import { figurePath } from '../reports/figure-path.ts'
import { Provenance } from '../reports/provenance.tsx'
import { reproductionWords } from '../reports/reproduction-words.ts'
import { PublishedElements } from './published-elements.tsx'
import { PublishedTldr } from './published-tldr.tsx'
import style from './share.module.css'

type Props = {
  content: SharedContent
  /** Null in a preview, which is not stored. */
  sha256: string | null
  reproduction: readonly Reproduction[]
  /** Path of its page, below which its files are; null in a preview. */
  page: string | null
  /** Key of the project, for links to its comparisons; null in a preview. */
  project: string | null
}

/** A shared link as it was frozen; it needs no account and no JavaScript. */
export function ShareScreen({ content, sha256, reproduction, page, project }: Props) {
  const { title, sharedAt, figures, definitions } = content
  return (
    <>
      <PageHeader
        title={title}
        summary={`Shared by ${bylineOf(content)} on ${formatDate(sharedAt)}${content.isMasked ? '; names of products are masked' : ''}`}
      />
      {content.report !== null && <PublishedTldr lines={content.report.tldr.split('\n')} />}
      <Figures content={content} reproduction={reproduction} page={page} project={project} />
      <Section title="Definitions of the figures" id="definitions">
        <dl className={style.definitions}>
          {definitions.map(({ metric, unit, about }) => (
            <div key={metric}>
              <dt>{metric}</dt>
              <dd>{[about, unit].filter((part) => part !== '').join(', ')}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Provenance frozen={figures.map((figure) => ({ figure, sha256: sha256 ?? 'is created with the link' }))} />
      {page !== null && (
        <p className={`${style.exports} no-print`}>
          Download:{' '}
          {(['text', 'markdown', 'html', 'csv', 'json'] as const).map((format) => (
            <a key={format} href={sharedExportPath(page, format)}>
              {format}
            </a>
          ))}
        </p>
      )}
    </>
  )
}

function Figures({
  content,
  reproduction,
  page,
  project,
}: Pick<Props, 'content' | 'reproduction' | 'page' | 'project'>) {
  const drawn = content.figures.map((figure, at) => (
    <figure key={`figure ${figure.query}`} className={style.figure} aria-label={`Figure ${at + 1}`}>
      {figure.format === 2 && <p>{figure.page.summary}</p>}
      <PublishedTldr lines={tldrOf(figure).sentences.map(sentenceText)} />
      {/* Long lists are collapsed here; exported files list all warnings. */}
      <Warnings warnings={figureWarnings(figure)} />
      <div className={style.parts}>
        <PublishedElements
          parts={figureElements(withoutWarnings(figure))}
          below={({ id }) => page !== null && <ChartFiles page={page} name={`${at + 1}-${id}`} />}
        />
      </div>
      <figcaption className={style.caption}>
        <span>
          <strong>Figure {at + 1}.</strong> {figure.title}
        </span>
        {reproduction[at] !== undefined && <ReproductionBadge reproduction={reproduction[at]} />}
        {/* The address of a masked figure would reveal the names. */}
        {project !== null && !content.isMasked && baseNotice(figure) !== null && (
          <a href={figurePath(project, figure)}>Open the corrected comparison</a>
        )}
      </figcaption>
    </figure>
  ))
  if (content.report === null) return <>{drawn}</>
  let number = 0
  return (
    <>
      {readReportText(content.report.text).map((part, at) => {
        // Sections have no name, so the position is the key.
        const key = `${part.kind} ${at}`
        if (part.kind !== 'markdown') return <div key={key}>{drawn[number++]}</div>
        const text = markdownToHtml(part.text, { idPrefix: `text-${at}-` })
        return (
          <div key={key} className={style.text}>
            <SanitizedHtml html={text.html} />
          </div>
        )
      })}
    </>
  )
}

const ChartFiles = ({ page, name }: { page: string; name: string }) => (
  <p className="no-print">
    <a href={sharedChartPath(page, `${name}.svg`)}>SVG</a> <a href={sharedChartPath(page, `${name}.png`)}>PNG</a>
  </p>
)

/** Shows whether current results agree with the frozen figure. */
function ReproductionBadge({ reproduction }: { reproduction: Reproduction }) {
  return <Badge tone={reproduction.kind === 'reproduced' ? 'plain' : 'warn'}>{reproductionWords(reproduction)}</Badge>
}
