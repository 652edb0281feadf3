/** The logo of Assay: a balance of two bars, mine above the base. */
export function Logo() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="5" fill="var(--ink)" />
      <rect x="4" y="10" width="3" height="6" rx="1" fill="var(--surface)" opacity=".55" />
      <rect x="8.5" y="7" width="3" height="9" rx="1" fill="var(--surface)" opacity=".8" />
      <rect x="13" y="4" width="3" height="12" rx="1" fill="var(--surface)" />
    </svg>
  )
}
