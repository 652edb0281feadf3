'use client'

import { runsPath } from '../../../paths.ts'
import { WriteForm } from '../../notes/write-form.tsx'

export function RemoveForm({ project, runId }: { project: string; runId: string }) {
  return (
    <WriteForm
      label="Remove this run"
      submit="Remove for good"
      look="danger"
      done="Removed."
      send={async (client) => {
        await client.runs.remove.mutate({ project, runId })
        return runsPath(project)
      }}
    >
      <label>
        <input type="checkbox" name="sure" required /> I have read what goes, and that nothing brings it back
      </label>
    </WriteForm>
  )
}
