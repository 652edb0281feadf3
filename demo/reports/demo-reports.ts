import { readFileSync } from 'node:fs'
import { ReportContent } from '@assay/domain/publish/report/report-content'

export type DemoReport = { slug: string; content: ReportContent }

/** Reports of the demo project as Markdown files: a title, the list of the tl;dr, the text. */
export const DEMO_REPORT_SLUGS = [
  'postgres-12-to-18-on-a-large-server',
  'compilers-for-rocksdb',
  'insert-benchmark-mysql-5-6-to-9-5',
] as const

export const readDemoReports = (): DemoReport[] =>
  DEMO_REPORT_SLUGS.map((slug) => ({
    slug,
    content: readDemoReport(readFileSync(new URL(`./${slug}.md`, import.meta.url), 'utf8')),
  }))

export function readDemoReport(file: string): ReportContent {
  const [, title = '', tldr = '', text = ''] = /^# (.+)\n\n((?:- .+\n)+)\n([\s\S]+)$/.exec(file) ?? []
  return ReportContent.parse({ title, tldr: tldr.trimEnd(), text })
}
