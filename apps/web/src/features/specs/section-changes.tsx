import type { SpecSectionDiff } from '../../trpc/api-types.ts'
import style from './spec-changes.module.css'

type Props = {
  sections: readonly SpecSectionDiff[]
  /** Address of a heading. */
  blockHref: (block: string) => string
}

/** Changes by section; unchanged sections are only named. */
export function SectionChanges({ sections, blockHref }: Props) {
  return sections.map((section, at) => (
    <section key={section.heading ?? `first ${at}`} className={style.section}>
      {section.heading !== null && (
        <h2>
          <a href={blockHref(section.heading)}>{section.title}</a>
        </h2>
      )}
      {section.changes === 0 ? (
        <p className={style.same}>No changes.</p>
      ) : (
        section.blocks
          .filter(({ change }) => change !== 'same')
          .map((block) => (
            <p key={`${block.id} ${block.change}`} data-change={block.change}>
              <span className={style.change}>{block.change}</span>{' '}
              {block.words.map((words, index) => {
                // The runs of a block have no name, so the position is the key.
                const key = `${index}`
                if (words.kind === 'same') return <span key={key}>{words.text}</span>
                return words.kind === 'added' ? <ins key={key}>{words.text}</ins> : <del key={key}>{words.text}</del>
              })}
            </p>
          ))
      )}
    </section>
  ))
}
