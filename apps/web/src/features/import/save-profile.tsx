import { WriteForm } from '../notes/write-form.tsx'

type Props = {
  project: string
  /** The profile with the corrections, as YAML. */
  profile: string
  onSaved: (profile: string) => void
}

/** Saves the corrections in the import profile of the project, so that the next upload of this shape asks nothing. */
export function SaveProfile({ project, profile, onSaved }: Props) {
  return (
    <WriteForm
      label="Save corrections as the import profile of this project"
      submit="Save corrections as import profile"
      variant="secondary"
      send={(client) => client.importProfile.save.mutate({ project, yaml: profile })}
      onSent={() => onSaved(profile)}
    />
  )
}
