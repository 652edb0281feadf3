import { searchPath } from '../../paths.ts'
import type { Found } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PlainForm } from '../../ui/plain-form.tsx'
import { Section } from '../../ui/section.tsx'
import { foundHref } from './found-href.ts'
import { KIND_LABELS } from './kind-labels.ts'
import style from './search-screen.module.css'

type Props = { project: string; text: string; found: readonly Found[] }

/** The search page: the results of the palette without a script, with an address. */
export function SearchScreen({ project, text, found }: Props) {
  const groups = [...Map.groupBy(found, ({ kind }) => kind)]
  return (
    <>
      <PageHeader title="Search" />
      <search>
        <PlainForm action={searchPath(project)} className={style.form}>
          <Input
            type="search"
            name="q"
            defaultValue={text}
            maxLength={200}
            aria-label="Search for"
            placeholder="Products, versions, runs, comparisons, bugs"
          />
          <Button type="submit" variant="primary">
            Search
          </Button>
        </PlainForm>
      </search>
      {text.trim() !== '' && found.length === 0 && <p>No matches for “{text}”.</p>}
      {groups.map(([kind, all]) => (
        <Section key={kind} title={KIND_LABELS[kind]}>
          <ul className={style.found}>
            {all.map((one) => (
              <li key={one.key}>
                <a href={foundHref(project, one)}>{one.title}</a>
                {one.about !== '' && <span className={style.about}>{one.about}</span>}
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  )
}
