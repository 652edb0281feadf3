'use client'

import { useState } from 'react'
import type { Masking, SharedProduct } from '../../trpc/api-types.ts'
import { Checkbox, Input } from '../../ui/input.tsx'
import style from './share.module.css'

const [CHOSEN, WORD] = ['mask of ', 'word for ']

/** Names that identify a product as well as its own does, so they are masked unless the author decides otherwise. */
const OTHER_NAMES = [
  { name: 'mask versions', label: 'Mask versions: v1, v2, in order' },
  { name: 'mask builds', label: 'Mask builds and their flags: build 1, build 2' },
  { name: 'mask configs', label: 'Mask configs: config 1, config 2' },
  { name: 'mask machines', label: 'Mask machines: machine 1, machine 2' },
  { name: 'mask workloads', label: 'Mask workloads and data sets: workload 1, workload 2' },
] as const

/** Fields to mask names; collapsed until the user opens them. */
export function MaskFields({ products }: { products: readonly SharedProduct[] }) {
  const [isMasking, setIsMasking] = useState(false)
  return (
    <fieldset className={style.masks}>
      <legend>Names</legend>
      <label className={style.check}>
        <Checkbox name="mask" onChange={(event) => setIsMasking(event.currentTarget.checked)} /> Mask the names of
        products in the page, its files and pictures
      </label>
      {isMasking && (
        <div className={style.masked}>
          {products.map(({ product, versions }) => (
            <div key={product} className={style.mask}>
              <label className={style.check}>
                <Checkbox name={`${CHOSEN}${product}`} defaultChecked /> {product}
                <small>{versions.join(', ')}</small>
              </label>
              <Input
                name={`${WORD}${product}`}
                aria-label={`Shown instead of ${product}`}
                placeholder="shown as DBMS and a letter"
                maxLength={60}
              />
            </div>
          ))}
          {OTHER_NAMES.map(({ name, label }) => (
            <label key={name} className={style.check}>
              <Checkbox name={name} defaultChecked /> {label}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  )
}

/** Parses the masks of the form. */
export function readMasking(fields: FormData, products: readonly SharedProduct[]): Masking {
  const isOn = (name: string) => fields.get(name) !== null
  const names = products.map(({ product }) => product)
  const words = names.flatMap((name) => {
    const word = fields.get(`${WORD}${name}`)
    return typeof word === 'string' && word.trim() !== '' ? [[name, word.trim()] as const] : []
  })
  return {
    masks: isOn('mask') ? Object.fromEntries(words) : null,
    tell: isOn('mask') ? names.filter((name) => !isOn(`${CHOSEN}${name}`)) : [],
    maskVersions: isOn('mask versions'),
    maskBuilds: isOn('mask builds'),
    maskConfigs: isOn('mask configs'),
    maskMachines: isOn('mask machines'),
    maskWorkloads: isOn('mask workloads'),
  }
}
