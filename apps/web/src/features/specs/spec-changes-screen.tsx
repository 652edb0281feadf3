import type { SpecSectionDiff } from '../../trpc/answers.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import style from './spec-changes.module.css'

type Props = {
  links: { revision(number?: number): string; place(block: string): string }
  name: string
  title: string
  from: number
  to: number
  sections: readonly SpecSectionDiff[]
}

/** What changed from one revision to another, section by section; sections that are the same are only named. */
export function SpecChangesScreen({ links, name, title, from, to, sections }: Props) {
  const changed = sections.filter(({ changes }) => changes > 0).length
  return (
    <>
      <PageHeader
        above={<a href={links.revision()}>{name}</a>}
        title={`Changes of “${title}”`}
        summary={
          <>
            From <a href={links.revision(from)}>revision {from}</a> to <a href={links.revision(to)}>revision {to}</a>:{' '}
            {changed === 0 ? 'nothing' : `${changed} of ${sections.length} sections`} changed.
          </>
        }
      />
      {sections.map((section, at) => (
        <section key={section.heading ?? `first ${at}`} className={style.section}>
          {section.heading !== null && (
            <h2>
              <a href={links.place(section.heading)}>{section.title}</a>
            </h2>
          )}
          {section.changes === 0 ? (
            <p className={style.same}>The same.</p>
          ) : (
            section.blocks
              .filter(({ change }) => change !== 'same')
              .map((block) => (
                <p key={`${block.id} ${block.change}`} data-change={block.change}>
                  <span className={style.change}>{block.change}</span>{' '}
                  {block.words.map((words, place) => {
                    // Runs of one block have no name but their place.
                    const key = `${place}`
                    if (words.kind === 'same') return <span key={key}>{words.text}</span>
                    return words.kind === 'added' ? (
                      <ins key={key}>{words.text}</ins>
                    ) : (
                      <del key={key}>{words.text}</del>
                    )
                  })}
                </p>
              ))
          )}
        </section>
      ))}
    </>
  )
}
