import type { ResultDetails, RunDetails } from '../../trpc/api-types.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { countOf } from '../../ui/format-count.ts'
import { Section } from '../../ui/section.tsx'
import style from './commands.module.css'

/** The commands of a run, ready to be pasted; collapsed, because there is one for each result. */
export function Commands({ run }: { run: RunDetails }) {
  const withCommand = run.results.filter(
    (result): result is ResultDetails & { command: string } => result.command !== null,
  )
  if (withCommand.length === 0) return null
  return (
    <Section title="Commands" aside="secrets are removed before storage">
      <details className={style.list}>
        <summary>Show {countOf(withCommand.length, 'command')}</summary>
        <ul>
          {withCommand.map(({ id, test, clients, command }) => (
            <li key={id}>
              <h3>
                {test}, {countOf(clients, 'client')}
              </h3>
              <CodeBlock label={`command of ${test} with ${countOf(clients, 'client')}`} text={command} />
            </li>
          ))}
        </ul>
      </details>
    </Section>
  )
}
