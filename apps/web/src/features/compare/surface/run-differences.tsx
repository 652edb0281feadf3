'use client'

import { isSampled } from '@assay/domain/run/cpu-profile/stack-profile'
import { useQuery } from '@tanstack/react-query'
import { diffPath, studyPath } from '../../../paths.ts'
import { client } from '../../../trpc/client.ts'
import style from './why-drawer.module.css'

/** Differences that are listed; the page of all of them has the others. */
const MAX_FACTS = 8

type Side = { runId: string; test: string; clients: number; product: string; hardware: string }
type Props = { project: string; base: Side; own: Side }

/** Facts of build, config and testbed in which the two runs differ, and their flame graphs where both were profiled. */
export function RunDifferences({ project, base, own }: Props) {
  const { data, error } = useQuery({
    queryKey: ['run diff', project, base, own],
    queryFn: async () => {
      const [diff, ...profiles] = await Promise.all([
        client.runs.diff.query({ project, a: base.runId, b: own.runId }),
        ...[base, own].map(({ runId, test, clients }) =>
          client.profiles.ofRun
            .query({ project, runId })
            .then(
              (all) =>
                all.find((profile) => isSampled(profile) && profile.test === test && profile.clients === clients)?.id ??
                null,
            ),
        ),
      ])
      return { ...diff, profiles }
    },
  })
  if (error !== null) return <p className={style.absent}>The differences of the runs could not be loaded.</p>
  if (data === undefined) return <p className={style.absent}>Loading the differences of the runs…</p>
  const facts = data.facts.filter(({ section }) => section !== 'tests')
  const [from, to] = data.profiles
  return (
    <section aria-label="What differs">
      <h3>What differs</h3>
      {facts.length === 0 && <p className={style.absent}>No recorded difference except the version.</p>}
      <dl className={style.facts}>
        {facts.slice(0, MAX_FACTS).map(({ section, name, a, b }) => (
          <div key={`${section} ${name}`}>
            <dt>{name}</dt>
            <dd>
              {a ?? 'not recorded'} <span aria-hidden="true">→</span>
              <span className="visually-hidden"> became </span> {b ?? 'not recorded'}
            </dd>
          </div>
        ))}
      </dl>
      <p className={style.links}>
        <a href={diffPath(project, { a: base.runId, b: own.runId })}>
          {facts.length > MAX_FACTS ? `All ${facts.length} differences` : 'Settings diff'}
        </a>
        {from != null && to != null && (
          <a href={flamePath(project, own, { profile: to, versus: from })}>Flame graph, difference to the base</a>
        )}
      </p>
      {(from == null || to == null) && <p className={style.absent}>Not recorded in both runs: CPU profiles.</p>}
    </section>
  )
}

/** The flame graph of one profile vs another, on the page of the profiles of this test. */
function flamePath(project: string, { product, hardware, test }: Side, profiles: { profile: string; versus: string }) {
  const axes = { rows: 'param:functions', columns: 'version,test', base: 'none', show: 'absolute' }
  return `${studyPath(project, 'profiles', String(new URLSearchParams({ ...axes, product, hardware, test, ...profiles })))}#flame`
}
