import type { SpecSectionDiff } from '../../trpc/api-types.ts'
import style from './spec-changes.module.css'

type Props = {
  sections: readonly SpecSectionDiff[]
  /** Address of a heading. */
  blockHref: (block: string) => string
}

/** The changed sections with their changes; the others are named after them. */
export function SectionChanges({ sections, blockHref }: Props) {
  const unchanged = sections.flatMap(({ changes, heading, title }) =>
    changes === 0 && heading !== null ? [{ heading, title }] : [],
  )
  return (
    <>
      {sections.map((section, at) =>
        section.changes === 0 ? null : (
          <ChangedSection key={section.heading ?? `first ${at}`} section={section} blockHref={blockHref} />
        ),
      )}
      {unchanged.length > 0 && (
        <p className={style.same}>
          Unchanged:{' '}
          {unchanged.map(({ heading, title }, at) => (
            <span key={heading}>
              {at > 0 && ', '}
              <a href={blockHref(heading)}>{title}</a>
            </span>
          ))}
          .
        </p>
      )}
    </>
  )
}

function ChangedSection({ section, blockHref }: { section: SpecSectionDiff } & Pick<Props, 'blockHref'>) {
  return (
    <section className={style.section}>
      {section.heading !== null && (
        <h2>
          <a href={blockHref(section.heading)}>{section.title}</a>
        </h2>
      )}
      {section.blocks
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
        ))}
    </section>
  )
}
