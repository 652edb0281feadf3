import style from './keyboard-help.module.css'

const KEYS = [
  { keys: 'Ctrl K or /', about: 'Search and commands' },
  { keys: '18.0 vs 17.6 dell32', about: 'Compare two versions on a machine' },
  { keys: 'Arrow keys in a table', about: 'Move between cells; Enter opens the details' },
  { keys: 'j and k in findings', about: 'Next and previous finding' },
  { keys: 'a, c and n in findings', about: 'Acknowledge, confirm, not a bug; x selects in the list' },
  { keys: 'Escape', about: 'Close what is open' },
]

/** The keys that work on every page; shown for the text `?`. */
export const KeyboardHelp = () => (
  <dl className={style.keys}>
    {KEYS.map(({ keys, about }) => (
      <div key={keys}>
        <dt>{keys}</dt>
        <dd>{about}</dd>
      </div>
    ))}
  </dl>
)
