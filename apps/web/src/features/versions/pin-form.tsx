import { pinPath } from '../../paths.ts'
import type { VersionDetails } from '../../trpc/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { formatDate } from '../../ui/format-date.ts'
import { PlainForm } from '../../ui/plain-form.tsx'
import { pinAnswer } from './pin-answers.ts'
import style from './versions.module.css'

type Props = { project: string; page: VersionDetails; mayManage: boolean; answer: string | null }

/** The pinned base version of the product, and the form that selects it. It works without a script. */
export function PinForm({ project, page, mayManage, answer }: Props) {
  const { product, version, versions, pinned } = page
  const answered = pinAnswer(answer)
  return (
    <>
      {answered !== null && (
        <p role="status" className={answered.done ? style.done : style.refused}>
          {answered.text}
        </p>
      )}
      <p className={style.counts}>
        {pinned === null
          ? `No base is pinned for ${product}. With a pinned base, the page of each later version shows the changes since.`
          : `${product} ${pinned.version} was pinned by ${pinned.pinnedBy} on ${formatDate(pinned.pinnedAt)}.`}
      </p>
      {mayManage && (
        <PlainForm
          method="post"
          action={pinPath(project, product, version)}
          className={style.pin}
          aria-label="Pin a base"
        >
          <SelectField
            label={`Base of ${product}`}
            name="version"
            value={pinned?.version ?? ''}
            options={[['', 'none'], ...versions.map(({ name }): [string, string] => [name, name])]}
          />
          <Button type="submit">Pin</Button>
        </PlainForm>
      )}
    </>
  )
}
