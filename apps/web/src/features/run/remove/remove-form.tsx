'use client'

import { runsPath } from '../../../paths.ts'
import { Checkbox } from '../../../ui/input.tsx'
import { WriteForm } from '../../notes/write-form.tsx'

export function RemoveForm({ project, runId }: { project: string; runId: string }) {
  return (
    <WriteForm
      label="Delete this run"
      submit="Delete permanently"
      variant="danger"
      done="Deleted."
      send={(client) => client.runs.remove.mutate({ project, runId })}
      next={() => runsPath(project)}
    >
      <label>
        <Checkbox name="sure" required /> I understand that this deletes the data listed above and cannot be undone
      </label>
    </WriteForm>
  )
}
