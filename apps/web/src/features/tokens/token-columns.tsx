import type { ReactNode } from 'react'
import type { OwnToken } from '../../trpc/api-types.ts'
import type { Column } from '../../ui/data-table.tsx'
import { formatDateAndTime } from '../../ui/format-date.ts'
import { tokenState } from './token-state.ts'
import style from './tokens.module.css'

// Columns that the token tables of a project and of a person share.

export const NAME: Column<Pick<OwnToken, 'name' | 'prefix' | 'lastFour'>> = {
  key: 'name',
  header: 'Name',
  heads: true,
  cell: ({ name, prefix, lastFour }) => (
    <>
      {name}{' '}
      <small className={style.faint}>
        {prefix}_…{lastFour}
      </small>
    </>
  ),
}

export const MAY: Column<Pick<OwnToken, 'scopes'>> = {
  key: 'scopes',
  header: 'Scope',
  cell: ({ scopes }) => scopes.join(', '),
}

/** The column with the expiry and the successor of a token. */
export const stateColumn = <T extends Parameters<typeof tokenState>[0]>(
  now: number,
  after: (token: T) => ReactNode = () => null,
): Column<T> => ({
  key: 'state',
  header: 'State',
  cell: (token) => {
    const { text, urgent } = tokenState(token, now)
    return (
      <span className={urgent ? style.warn : undefined}>
        {text}
        {after(token)}
      </span>
    )
  },
})

export const LAST_USED: Column<Pick<OwnToken, 'lastUsedAt' | 'lastUsedAddress' | 'lastUsedClient'>> = {
  key: 'used',
  header: 'Last used',
  cell: ({ lastUsedAt, lastUsedAddress, lastUsedClient }) => {
    if (lastUsedAt === null) return <span className={style.faint}>never</span>
    const from = [lastUsedAddress, lastUsedClient].filter((part) => part !== null).join(', ')
    return (
      <>
        {formatDateAndTime(lastUsedAt)} <small className={style.faint}>{from}</small>
      </>
    )
  },
}
