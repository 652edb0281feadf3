import { compareExportPath } from '../../../paths.ts'
import style from './toolbar.module.css'

export const COPIED = [
  { format: 'text', label: 'Text' },
  { format: 'markdown', label: 'Markdown' },
  { format: 'html', label: 'HTML' },
  { format: 'csv', label: 'CSV' },
] as const
const JSON_FILE = { format: 'json', label: 'JSON' } as const

/** A menu of the export files of a comparison, verdicts included. */
export function Downloads({ project, query }: { project: string; query: string }) {
  return (
    <details className={`${style.menu} no-print`}>
      <summary>Download</summary>
      <ul>
        {[...COPIED, JSON_FILE].map(({ format, label }) => (
          <li key={format}>
            <a href={`${compareExportPath(project, format, query)}&download=yes`} download>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
