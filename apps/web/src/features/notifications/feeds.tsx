'use client'

import { useState } from 'react'
import { SelectField } from '../../ui/field.tsx'
import { fieldText, WriteForm } from '../notes/write-form.tsx'
import { ShownOnce } from '../tokens/shown-once.tsx'
import style from './notifications.module.css'

type Props = {
  feeds: readonly { project: string; projectName: string; createdAt: string }[]
  projects: readonly { key: string; name: string }[]
}

/** Addresses with a key, under which feed readers get the findings of projects that are not public. */
export function Feeds({ feeds, projects }: Props) {
  const [address, setAddress] = useState('')
  return (
    <>
      <WriteForm
        label="New feed address"
        submit="Create address"
        done="The address is below; an earlier address for the project stops working."
        send={(client, fields) =>
          client.ownNotifications.createFeed.mutate({ project: fieldText(fields, 'project') ?? '' })
        }
        onSent={(made) => setAddress(made.address)}
      >
        <SelectField label="Feed of" name="project" options={projects.map(({ key, name }) => [key, name])} />
      </WriteForm>
      {address !== '' && (
        <ShownOnce label="Feed address" secret={address}>
          The address gives access to the findings of this project, and nothing else, as long as you have access. It is
          not shown again. Filters of the inbox can be added to it, such as &product=RocksDB.
        </ShownOnce>
      )}
      {feeds.length > 0 && (
        <ul className={style.actions}>
          {feeds.map(({ project, projectName }) => (
            <li key={project}>
              <WriteForm
                label={`Feed of ${projectName}`}
                submit={`Revoke the feed of ${projectName}`}
                variant="secondary"
                done="The address does not work any more."
                send={(client) => client.ownNotifications.removeFeed.mutate({ project })}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
