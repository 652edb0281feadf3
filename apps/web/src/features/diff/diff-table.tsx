import type { DiffFact, DiffSection } from '../../trpc/api-types.ts'
import style from './diff-table.module.css'

const SECTIONS: readonly { section: DiffSection; title: string }[] = [
  { section: 'version', title: 'Product and version' },
  { section: 'build', title: 'Build' },
  { section: 'config', title: 'Config' },
  { section: 'settings', title: 'Settings of the config' },
  { section: 'hardware', title: 'Hardware' },
  { section: 'workload', title: 'Benchmark and workload' },
  { section: 'parameters', title: 'Parameters' },
  { section: 'client', title: 'Client' },
  { section: 'tests', title: 'Tests' },
]

/** Facts of two runs in columns, by section; it contains only facts that differ. */
export function DiffTable({ facts }: { facts: readonly DiffFact[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={style.scroll} aria-label="Differences" tabIndex={0}>
      <table className={style.table}>
        <caption className="visually-hidden">Differences between run A and run B</caption>
        <thead>
          <tr>
            <th scope="col">Fact</th>
            <th scope="col">A</th>
            <th scope="col">B</th>
          </tr>
        </thead>
        {SECTIONS.map(({ section, title }) => {
          const own = facts.filter((fact) => fact.section === section)
          if (own.length === 0) return null
          return (
            <tbody key={section}>
              <tr className={style.section}>
                <th scope="rowgroup" colSpan={3}>
                  {title}
                </th>
              </tr>
              {own.map(({ name, a, b }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <Side value={a} />
                  <Side value={b} />
                </tr>
              ))}
            </tbody>
          )
        })}
      </table>
    </section>
  )
}

function Side({ value }: { value: string | null }) {
  return <td>{value === null ? <span className={style.absent}>not recorded</span> : value}</td>
}
