'use client'

import { efficiencyByLatency, type ModeledTest } from '@assay/domain/compare/studies/io-efficiency/io-efficiency-chart'
import { AS_MEASURED, type WhatIf } from '@assay/domain/compare/studies/io-efficiency/io-latency-model'
import { CPU_LIMITS, DEVICE_LIMITS, writeWhatIf } from '@assay/domain/compare/studies/io-efficiency/read-what-if'
import { whatIfTable } from '@assay/domain/compare/studies/io-efficiency/what-if-table'
import { useState } from 'react'
import { StudyChart } from '../../../charts/study-chart.tsx'
import { Button } from '../../../ui/button.tsx'
import { HiddenInput, Input } from '../../../ui/input.tsx'
import { PlainForm } from '../../../ui/plain-form.tsx'
import { FactsTable } from '../frame/facts-table.tsx'
import style from './what-if-panel.module.css'

type Props = {
  tests: readonly ModeledTest[]
  /** Address of the form without a script, and the other parameters of the address. */
  action: string
  query: string
  requested: WhatIf
}

/**
 * The model with another device or CPU. The address contains the values of the sliders, so that a link shows the same
 * model.
 */
export function WhatIfPanel({ tests, action, query, requested: given }: Props) {
  const [whatIf, setWhatIf] = useState(given)
  const measured = Math.round(tests[0]?.model.parts.device ?? 0)
  const change = (part: Partial<WhatIf>) => {
    const next = { ...whatIf, ...part }
    setWhatIf(next)
    const own = new URLSearchParams(writeWhatIf(next)).toString()
    window.history.replaceState(null, '', `${action}?${[query, own].filter((text) => text !== '').join('&')}`)
  }
  return (
    <div className={style.panel}>
      <PlainForm className={style.form} action={action} aria-label="What if">
        {[...new URLSearchParams(query)].map(([name, value]) => (
          <HiddenInput key={name} name={name} value={value} />
        ))}
        <label>
          <span>
            Latency of the device <strong>{whatIf.deviceUs ?? measured} µs</strong>
            {whatIf.deviceUs === null && ' as measured'}
          </span>
          <Input
            type="range"
            name="device"
            {...DEVICE_LIMITS}
            value={whatIf.deviceUs ?? measured}
            onChange={(event) => change({ deviceUs: Number(event.target.value) })}
          />
        </label>
        <label>
          <span>
            CPU overhead of the database <strong>{Math.round(whatIf.cpuFactor * 100)}%</strong>
            {whatIf.cpuFactor === AS_MEASURED.cpuFactor && ' as measured'}
          </span>
          <Input
            type="range"
            name="cpu"
            {...CPU_LIMITS}
            step={5}
            value={Math.round(whatIf.cpuFactor * 100)}
            onChange={(event) => change({ cpuFactor: Number(event.target.value) / 100 })}
          />
        </label>
        <noscript>
          <Button type="submit">Show</Button>
        </noscript>
        <Button onClick={() => change(AS_MEASURED)}>As measured</Button>
      </PlainForm>
      <FactsTable table={whatIfTable(tests, whatIf)} />
      <StudyChart model={efficiencyByLatency(tests, whatIf)} />
    </div>
  )
}
