'use client'

import { useState } from 'react'
import type { Masking, SharedProduct } from '../../trpc/answers.ts'
import style from './share.module.css'

const [CHOSEN, WORD] = ['mask of ', 'word for ']

/** Fields to mask names; collapsed until the user opens them. */
export function MaskFields({ products }: { products: readonly SharedProduct[] }) {
  const [isMasking, setIsMasking] = useState(false)
  return (
    <fieldset className={style.masks}>
      <legend>Names</legend>
      <label className={style.check}>
        <input name="mask" type="checkbox" onChange={(event) => setIsMasking(event.currentTarget.checked)} /> Mask the
        names of products in the page, its files and pictures
      </label>
      {isMasking && (
        <div className={style.masked}>
          {products.map(({ product, versions }) => (
            <div key={product} className={style.mask}>
              <label className={style.check}>
                <input name={`${CHOSEN}${product}`} type="checkbox" defaultChecked /> {product}
                <small>{versions.join(', ')}</small>
              </label>
              <input
                name={`${WORD}${product}`}
                aria-label={`Shown instead of ${product}`}
                placeholder="shown as DBMS and a letter"
                maxLength={60}
              />
            </div>
          ))}
          <label className={style.check}>
            <input name="mask versions" type="checkbox" /> Mask versions: v1, v2, in order
          </label>
          <label className={style.check}>
            <input name="mask builds" type="checkbox" /> Mask builds: build 1, build 2
          </label>
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
  }
}
