'use client'

import { projectKey, projectName } from '@assay/domain/projects/project-key'
import { organizationPath } from '../../paths.ts'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { fieldText, WriteForm } from '../notes/write-form.tsx'
import { readVisibility, VisibilityField } from '../organizations/organization-forms.tsx'
import { RoleField, readRole } from '../organizations/role-field.tsx'

type Project = { slug: string; organization: { slug: string }; name: string; description: string; visibility: string }

export function ProjectForm({ project, isOwner }: { project: Project; isOwner: boolean }) {
  return (
    <WriteForm
      label="Project"
      submit="Save"
      send={(client, fields) => {
        const name = fieldText(fields, 'name')
        const description = fieldText(fields, 'description') ?? ''
        const shown = isOwner ? { visibility: readVisibility(fields) } : {}
        return client.projects.update.mutate({ project: projectKey(project), name, description, ...shown })
      }}
    >
      <Field label="Name">
        <Input name="name" required maxLength={100} defaultValue={project.name} autoComplete="off" />
      </Field>
      {isOwner && <VisibilityField value={project.visibility} />}
      <Field label="Description">
        <Textarea name="description" maxLength={2_000} defaultValue={project.description} />
      </Field>
    </WriteForm>
  )
}

export function NameMember({ project }: { project: string }) {
  return (
    <WriteForm
      label="Add a member"
      submit="Add to project"
      send={(client, fields) => {
        const email = fieldText(fields, 'email') ?? ''
        return client.projects.nameMember.mutate({ project, email, role: readRole(fields) })
      }}
    >
      <Field label="E-mail" help="of a member of the organization">
        <Input name="email" type="email" required maxLength={254} autoComplete="off" />
      </Field>
      <RoleField />
    </WriteForm>
  )
}

export function TakeOffMember({ project, personId, name }: { project: string; personId: string; name: string }) {
  return (
    <WriteForm
      label={`Remove ${name}`}
      submit="Remove"
      done={`${name} is removed from the project.`}
      isRemoval
      variant="secondary"
      send={(client) => client.projects.removeMember.mutate({ project, personId })}
    />
  )
}

export function EraseProject({ project, organization }: { project: string; organization: string }) {
  return (
    <WriteForm
      label="Erase"
      submit="Delete project"
      variant="danger"
      done="Deleted."
      send={(client, fields) => client.projects.erase.mutate({ project, confirm: fieldText(fields, 'confirm') ?? '' })}
      next={() => organizationPath(organization)}
    >
      <p>
        This deletes its runs, comparisons, reports, specs, links and tokens, and cannot be undone. Shared links stop
        working, too.
      </p>
      <Field label={`Type ${projectName(project)} to confirm`}>
        <Input name="confirm" required autoComplete="off" />
      </Field>
    </WriteForm>
  )
}
