import type { PreviewColumn } from '@assay/domain/import/preview/preview-document'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import style from './map-columns.module.css'
import { BETTER, needsUnit, ROLES, type Role } from './mapping-roles.ts'

type Props = { column: PreviewColumn; role: Role; onChange: (role: Role) => void }

/** Fields for the role of a column: a field, a parameter, a metric with its unit and direction, or none. */
export function ColumnRole({ column, role, onChange }: Props) {
  const label = (what: string) => `${what} of ${column.name}`
  const options = ROLES.filter(([value]) => column.isNumber || value !== 'metric')
  return (
    <div className={style.role}>
      <Select
        aria-label={label('Role')}
        value={role.role}
        options={options}
        onChange={(event) => {
          const [found = 'ignore'] = ROLES.map(([value]) => value).filter((value) => value === event.target.value)
          onChange({ ...role, role: found })
        }}
      />
      {role.role === 'metric' && (
        <RoleText
          label={label('Metric')}
          placeholder="name, such as ops/s"
          value={role.name}
          onChange={(name) => onChange({ ...role, name })}
        />
      )}
      {needsUnit(role) && (
        <>
          <RoleText
            label={label('Unit')}
            placeholder="unit, such as ms"
            value={role.unit}
            onChange={(unit) => onChange({ ...role, unit })}
          />
          <Select
            aria-label={label('Better')}
            value={role.better ?? ''}
            required
            options={BETTER}
            onChange={(event) => {
              const better = (['higher', 'lower', 'neither'] as const).find((one) => one === event.target.value)
              const { better: _before, ...others } = role
              onChange(better === undefined ? others : { ...others, better })
            }}
          />
        </>
      )}
      {role.role === 'param' && (
        <RoleText
          label={label('Parameter')}
          placeholder="name of the parameter"
          value={role.name}
          maxLength={190}
          pattern="\S+"
          onChange={(name) => onChange({ ...role, name })}
        />
      )}
    </div>
  )
}

type TextProps = {
  label: string
  placeholder: string
  value: string | undefined
  maxLength?: number
  pattern?: string
  onChange: (text: string) => void
}

function RoleText({ label, value = '', maxLength = 200, onChange, ...input }: TextProps) {
  return (
    <Input
      {...input}
      aria-label={label}
      value={value}
      required
      maxLength={maxLength}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
