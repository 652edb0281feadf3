import { cellText, type FactTable } from '@assay/domain/compare/studies/pages/fact-table'
import { showBidiControls } from '@assay/domain/json/readable-text'
import style from './published-grid.module.css'

/** A table of facts of a frozen page. */
export function PublishedFacts({ table: { caption, columns, groups } }: { table: FactTable }) {
  const classOf = (at: number) => (columns[at]?.numeric ? style.number : style.name)
  return (
    <table className={style.table}>
      <caption>{showBidiControls(caption)}</caption>
      <thead>
        <tr>
          {columns.map(({ header, about }, at) => (
            <th key={header} scope="col" className={classOf(at)} title={about}>
              {showBidiControls(header)}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ name, rows }) => (
        <tbody key={name}>
          {name !== '' && (
            <tr>
              <th scope="rowgroup" colSpan={columns.length} className={style.group}>
                {showBidiControls(name)}
              </th>
            </tr>
          )}
          {rows.map(({ cells }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a frozen table have no identity besides their position
            <tr key={row}>
              {cells.map((cell, at) => {
                const text = showBidiControls(cellText(cell))
                const column = columns[at]?.header
                return at === 0 ? (
                  <th key={column} scope="row" className={style.name}>
                    {text}
                  </th>
                ) : (
                  <td key={column} className={classOf(at)}>
                    {text}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}
