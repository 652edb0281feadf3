'use client'

import { projectName } from '@assay/domain/projects/project-key'
import { useEffect, useRef, useState } from 'react'
import { svgToPng } from '../../../charts/svg-to-png.ts'
import { compareExportPath } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { downloadBlob } from '../../../ui/download-blob.ts'
import { Segments } from '../../../ui/segments.tsx'
import { writeClipboard } from '../../../ui/write-clipboard.ts'
import style from './blog-dialog.module.css'

type Kind = 'plot' | 'table'
type Theme = 'light' | 'dark'
type Props = { project: string; query: string; title: string; onClose: () => void }

const THEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

/** Figure, table and text of a comparison for a post: one paste, or files. It opens when it is drawn. */
export function BlogDialog({ project, query, title, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const [theme, setTheme] = useState<Theme>('light')
  const [message, setMessage] = useState('')
  const fileOf = (format: string) => compareExportPath(project, format, query)
  const figureOf = (kind: Kind) => `${fileOf(kind)}&theme=${theme}`

  const copyAll = async () => {
    const html = Promise.all([readText(figureOf('plot')).then(toPng).then(dataAddress), readText(fileOf('html'))]).then(
      ([image, table]) =>
        `<p><img src="${image}" alt="${title.replaceAll('"', '')}" style="max-width:100%"></p>\n${table}`,
    )
    const isCopied = await writeClipboard({ text: readText(fileOf('text')), html }).catch(() => false)
    setMessage(isCopied ? 'Copied' : 'The browser refused; save the files instead')
  }
  const save = async (kind: Kind, format: 'svg' | 'png') => {
    const svg = await readText(figureOf(kind))
    const blob = format === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await toPng(svg)
    downloadBlob(blob, `${projectName(project)}-${kind}-${theme}.${format}`)
  }
  const saving = (kind: Kind, format: 'svg' | 'png') => () =>
    void save(kind, format).catch(() => setMessage('The figure could not be drawn; try again'))

  return (
    <Dialog dialog={dialog} className={style.dialog} label="Copy for blog" onClose={onClose}>
      <div className={style.head}>
        <h2>Copy for blog</h2>
        <Button variant="quiet" onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
      <div className={style.actions}>
        <Button variant="primary" onClick={() => void copyAll()}>
          Copy figure, table and text
        </Button>
        <span role="status">{message}</span>
        <Segments legend="Colors of the figure" options={THEMES} value={theme} onChange={setTheme} isAtEnd />
      </div>
      <div className={style.actions}>
        <span>Figure</span>
        <Formats name="figure" save={(format) => saving('plot', format)()} />
        <span>Table</span>
        <Formats name="table" save={(format) => saving('table', format)()} />
      </div>
      {/* biome-ignore lint/performance/noImgElement: an SVG of this server, which Next does not resize */}
      <img className={style.preview} src={figureOf('plot')} alt={`Figure: ${title}`} />
    </Dialog>
  )
}

function Formats({ name, save }: { name: string; save: (format: 'svg' | 'png') => void }) {
  return (['svg', 'png'] as const).map((format) => (
    <Button key={format} onClick={() => save(format)} aria-label={`Save the ${name} as ${format.toUpperCase()}`}>
      {format.toUpperCase()}
    </Button>
  ))
}

async function readText(address: string): Promise<string> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${answer.status}`)
  return answer.text()
}

async function toPng(svg: string): Promise<Blob> {
  const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? []
  const png = await svgToPng(svg, Number(width), Number(height))
  if (png === null) throw new Error('the browser cannot draw the figure')
  return png
}

const dataAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
