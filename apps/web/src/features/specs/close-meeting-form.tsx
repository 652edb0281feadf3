import { Input, Textarea } from '../../ui/input.tsx'
import { ActionForm } from './action-form.tsx'
import { splitNames } from './meeting/split-names.ts'

/** Ends the meeting with its attendees and minutes. */
export function CloseMeetingForm({ project, name }: { project: string; name: string }) {
  return (
    <ActionForm
      {...{ project, name }}
      of="close-meeting"
      label="Close the meeting"
      submit="Close the meeting"
      isPrimary
      action={(typed) => ({
        kind: 'close-meeting',
        minutes: typed('minutes'),
        attendance: splitNames(typed('attendance')),
      })}
    >
      <label>
        Attendees, separated by commas
        <Input name="attendance" autoComplete="off" />
      </label>
      <label>
        Minutes
        <Textarea name="minutes" rows={3} maxLength={20_000} />
      </label>
    </ActionForm>
  )
}
