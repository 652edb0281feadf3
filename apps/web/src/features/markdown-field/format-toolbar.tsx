import {
  IconBold,
  IconCode,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconTable,
  type TablerIcon,
} from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import type { Format } from './format-text.ts'
import style from './markdown-field.module.css'

const TABLE = '| name | value |\n| - | - |\n|  |  |'

const FORMATS: readonly { format: Format; label: string; Icon: TablerIcon }[] = [
  { format: 'bold', label: 'Bold (Ctrl+B)', Icon: IconBold },
  { format: 'italic', label: 'Italic (Ctrl+I)', Icon: IconItalic },
  { format: 'heading', label: 'Heading', Icon: IconHeading },
  { format: 'list', label: 'List', Icon: IconList },
  { format: 'link', label: 'Link (Ctrl+K)', Icon: IconLink },
  { format: 'code', label: 'Code', Icon: IconCode },
]

type Props = { isDisabled: boolean; format: (format: Format) => void; insertBlock: (block: string) => void }

/** Buttons that write the marks of Markdown. */
export const FormatToolbar = ({ isDisabled, format, insertBlock }: Props) => (
  <div role="toolbar" aria-label="Format" className={style.toolbar}>
    {FORMATS.map(({ format: one, label, Icon }) => (
      <Button
        key={one}
        variant="icon"
        aria-label={label}
        title={label}
        disabled={isDisabled}
        onClick={() => format(one)}
      >
        <Icon size={18} aria-hidden="true" />
      </Button>
    ))}
    <Button variant="icon" aria-label="Table" title="Table" disabled={isDisabled} onClick={() => insertBlock(TABLE)}>
      <IconTable size={18} aria-hidden="true" />
    </Button>
  </div>
)
