'use client'

import { projectName } from '@assay/domain/projects/project-key'
import { docPath, importPath } from '../../paths.ts'
import type { StoredImportProfile } from '../../trpc/api-types.ts'
import button from '../../ui/button.module.css'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { WriteForm } from '../notes/write-form.tsx'
import style from './import.module.css'

/** The import profile of a project as YAML, to edit, download and remove. */
export function ImportProfileForm({ project, profile }: { project: string; profile: StoredImportProfile | null }) {
  const yaml = profile?.yaml ?? ''
  return (
    <div className={style.screen}>
      <p>
        The profile says how names of files and folders map to dimensions. Uploads, previews and <code>assay push</code>{' '}
        use it unless they name another. <a href={importPath(project)}>Import results</a> writes it when you save
        corrections. <a href={docPath('import-profiles')}>How to write one</a>
      </p>
      <WriteForm
        key={yaml}
        label="Import profile"
        submit="Save profile"
        send={(client, fields) => client.importProfile.save.mutate({ project, yaml: String(fields.get('yaml')) })}
      >
        <Field label="Profile" help="YAML">
          <Textarea
            name="yaml"
            rows={12}
            required
            maxLength={100_000}
            spellCheck={false}
            defaultValue={yaml || `schemaVersion: 1\nname: ${projectName(project)}\nextends: archive\n`}
          />
        </Field>
      </WriteForm>
      {profile !== null && (
        <div className={style.store}>
          <a
            className={button.button}
            download="import-profile.yaml"
            href={`data:application/yaml;charset=utf-8,${encodeURIComponent(yaml)}`}
          >
            Download
          </a>
          <WriteForm
            label="Remove import profile"
            submit="Remove profile"
            done="Removed."
            isRemoval
            variant="danger"
            send={(client) => client.importProfile.remove.mutate({ project })}
          />
        </div>
      )}
    </div>
  )
}
