'use client'

import type { PairRequest } from '@assay/domain/compare/pairs/comparable-versions'
import {
  commonEnvironments,
  counterparts,
  newestPair,
  type PairEnvironment,
  type PairOptions,
} from '@assay/domain/compare/pairs/pair-options'
import { IconArrowsExchange } from '@tabler/icons-react'
import { usePathname, useSearchParams } from 'next/navigation'
import { type ChangeEvent, useState } from 'react'
import { comparePairPath, comparePath } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { PlainForm } from '../../../ui/plain-form.tsx'
import { Select } from '../../../ui/select.tsx'
import { baseValue, environmentValue, readPairFields } from './pair-fields.ts'
import { pairInAddress, subjectInAddress } from './pair-in-address.ts'
import style from './pair-picker.module.css'

type Props = {
  project: string
  options: readonly PairOptions[]
  /** The pair to begin with on pages about no product. */
  usual: PairRequest | null
}

/** "Compare [base] with [candidate] on [machine]": a form above every page of a project, which opens the table. */
export function PairPicker({ project, options, usual }: Props) {
  const pathname = usePathname()
  const search = useSearchParams()
  const address = `${pathname}?${search}`
  const [picked, setPicked] = useState<{ address: string; pair: PairRequest } | null>(null)
  // A choice belongs to the page on which it was made.
  const pair = picked?.address === address ? picked.pair : (pairOfPage(options, pathname, search) ?? usual)
  const own = options.find(({ product }) => product === pair?.product)
  if (pair === null || own === undefined) return null
  const { product, from, to } = pair
  const pick = (next: PairRequest) => setPicked({ address, pair: next })
  const environments = commonEnvironments(own, from, to)
  const environment = environmentOf(environments, pair)
  const pickBase = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    const next = readPairFields(new URLSearchParams({ base: target.value, with: to }))
    if (next?.to != null) pick(withCounterpart(options, { ...pair, product: next.product, from: next.from }))
  }
  return (
    <PlainForm
      action={comparePairPath(project)}
      aria-label="Compare two versions"
      className={`${style.form} no-print`}
      data-phone={isAboutPair(project, pathname, search) || undefined}
    >
      <span className={`${style.word} ${style.compare}`}>Compare</span>
      <Select name="base" aria-label="Base" value={baseValue(product, from)} onChange={pickBase}>
        {options.map((each) => (
          <optgroup key={each.product} label={each.product}>
            {each.versions.map((version) => (
              <option key={version} value={baseValue(each.product, version)}>
                {each.product} {version}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <Button
        variant="icon"
        className={style.swap}
        aria-label="Swap the two versions"
        onClick={() => pick({ ...pair, from: to, to: from })}
      >
        <IconArrowsExchange size={15} aria-hidden="true" />
      </Button>
      <span className={style.word}>with</span>
      <Select
        name="with"
        aria-label="Candidate"
        value={to}
        onChange={({ target }) => pick({ ...pair, to: target.value })}
      >
        {counterparts(own, from).map((version) => (
          <option key={version}>{version}</option>
        ))}
      </Select>
      <span className={`${style.word} ${style.on}`}>on</span>
      <Select
        name="on"
        aria-label="Machine and workload"
        value={environment === undefined ? '' : environmentValue(environment)}
        onChange={({ target }) => {
          const next = environments.find((one) => environmentValue(one) === target.value)
          if (next !== undefined) pick({ product, from, to, ...next })
        }}
        className={style.environment}
      >
        {environments.map((one) => (
          <option key={environmentValue(one)} value={environmentValue(one)}>
            {one.hardware}: {one.benchmark} {one.workload}
          </option>
        ))}
      </Select>
      <Button type="submit">Compare</Button>
    </PlainForm>
  )
}

/** True for a comparison of two named versions, and for one that names none yet. */
const isAboutPair = (project: string, pathname: string, search: URLSearchParams): boolean =>
  pathname === comparePath(project) && (search.size === 0 || pairInAddress(search) !== null)

/** The pair that the address names, or else the newest one of the product of the page. */
function pairOfPage(options: readonly PairOptions[], pathname: string, search: URLSearchParams): PairRequest | null {
  const named = knownPair(options, pairInAddress(search))
  if (named !== null) return named
  const subject = subjectInAddress(pathname, search)
  return subject === null ? null : (newestPair(options, subject) ?? newestPair(options, { product: subject.product }))
}

/** The pair if both versions are known; a version of a deleted run may still be in an address. */
function knownPair(options: readonly PairOptions[], pair: PairRequest | null): PairRequest | null {
  const own = options.find(({ product }) => product === pair?.product)
  return pair !== null && own !== undefined && counterparts(own, pair.from).includes(pair.to) ? pair : null
}

/** Replaces the candidate by the newest counterpart of the base where the two never ran in the same environment. */
function withCounterpart(options: readonly PairOptions[], pair: PairRequest): PairRequest {
  const own = options.find(({ product }) => product === pair.product)
  const known = own === undefined ? [] : counterparts(own, pair.from)
  return known.includes(pair.to) ? pair : { ...pair, to: known[0] ?? pair.to }
}

/** The environment that the pair names, or else the one on its machine, or else the one with most tests. */
const environmentOf = (
  environments: readonly PairEnvironment[],
  { hardware, benchmark, workload }: PairRequest,
): PairEnvironment | undefined =>
  environments.find((one) => one.hardware === hardware && one.benchmark === benchmark && one.workload === workload) ??
  environments.find((one) => one.hardware === hardware) ??
  environments[0]
