'use client'

import { useState } from 'react'
import { Field, fieldText, WriteForm } from '../notes/write-form.tsx'
import { ShownOnce } from '../tokens/shown-once.tsx'
import style from './notifications.module.css'

type Props = {
  feeds: readonly { project: string; projectName: string; createdAt: string }[]
  projects: readonly { slug: string; name: string }[]
}

/** Addresses with a key by which feed readers get the findings of projects that are not public. */
export function Feeds({ feeds, projects }: Props) {
  const [address, setAddress] = useState('')
  return (
    <>
      <WriteForm
        label="New feed address"
        submit="Create address"
        done="The address is below; an earlier address for the project stops working."
        send={async (client, fields) => {
          const made = await client.ownNotifications.createFeed.mutate({ project: fieldText(fields, 'project') ?? '' })
          setAddress(made.address)
          return null
        }}
      >
        <Field label="Feed of">
          <select name="project">
            {projects.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </Field>
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
                look="button"
                done="The address does not work any more."
                send={async (client) => {
                  await client.ownNotifications.removeFeed.mutate({ project })
                  return null
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
