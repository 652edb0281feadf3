import { isUntouched, OUTLINES } from '@assay/domain/specs/text/templates'
import { useState } from 'react'
import { Select } from '../../ui/select.tsx'

type Props = {
  project: string
  kind: 'functional' | 'design'
  /** Specs of the project that are templates. */
  templates: readonly { name: string; title: string }[]
  text: string
  onChange: (text: string) => void
}

/** Fills an empty text with the outline of its kind, or with a template of the project. */
export function StartFrom({ project, kind, templates, text, onChange }: Props) {
  const [filled, setFilled] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const fill = async (from: string) => {
    setProblem(null)
    if (!isUntouched(text, filled)) {
      setProblem('The text has words of yours. Remove them first.')
      return
    }
    const next = from === '' ? '' : from === 'outline' ? OUTLINES[kind] : await textOf(project, from).catch(() => null)
    if (next === null) {
      setProblem(`${from} could not be read. Choose it again.`)
      return
    }
    setFilled(next)
    onChange(next)
  }
  return (
    <label>
      Start from
      <Select defaultValue="" onChange={(event) => void fill(event.target.value)}>
        <option value="">an empty text</option>
        <option value="outline">the outline of a {kind} spec</option>
        {templates.map(({ name, title }) => (
          <option key={name} value={name}>
            {name} {title}
          </option>
        ))}
      </Select>
      {problem !== null && <span role="alert">{problem}</span>}
    </label>
  )
}

async function textOf(project: string, name: string): Promise<string> {
  const { client } = await import('../../trpc/client.ts')
  return (await client.specs.get.query({ project, name })).revision.text
}
