import { Select } from '../../ui/select.tsx'
import { StartFrom } from './start-from.tsx'

export type SpecLink = { name: string; title: string }

type Props = {
  project: string
  isDesign: boolean
  onDesign: (isDesign: boolean) => void
  /** Functional specs on which a design spec can build. */
  parents: readonly SpecLink[]
  templates: readonly SpecLink[]
  text: string
  onText: (text: string) => void
}

/** Kind, parent and template of a spec that is not created yet. */
export function NewSpecFields({ project, isDesign, onDesign, parents, templates, text, onText }: Props) {
  const kind = isDesign ? 'design' : 'functional'
  return (
    <>
      <label>
        Kind
        <Select value={kind} onChange={(event) => onDesign(event.target.value === 'design')}>
          <option value="functional">functional spec</option>
          <option value="design" disabled={parents.length === 0}>
            design spec
          </option>
        </Select>
      </label>
      {isDesign && (
        <label>
          Builds on
          <Select name="parent" required options={parents.map(({ name, title }) => [name, `${name} ${title}`])} />
        </label>
      )}
      <StartFrom project={project} kind={kind} templates={templates} text={text} onChange={onText} />
    </>
  )
}
