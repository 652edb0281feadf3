'use client'

import { useState } from 'react'
import { Field, fieldText, WriteForm } from '../notes/write-form.tsx'
import { ShownOnce } from '../tokens/shown-once.tsx'
import style from './notifications.module.css'

type Props = {
  feeds: readonly { project: string; projectName: string; createdAt: string }[]
  projects: readonly { slug: string; name: string }[]
}

/** Addresses by which a reader of feeds sees the findings of projects that are not public. */
export function Feeds({ feeds, projects }: Props) {
  const [address, setAddress] = useState('')
  return (
    <>
      <WriteForm
        label="New feed address"
        submit="Make the address"
        done="The address is below; one that you had for the project opens nothing any more."
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
          Whoever has it reads the findings of this project, and nothing else, for as long as you may. It is not shown
          again. Filters of the inbox can be added to it, such as &product=RocksDB.
        </ShownOnce>
      )}
      {feeds.length > 0 && (
        <ul className={style.actions}>
          {feeds.map(({ project, projectName }) => (
            <li key={project}>
              <WriteForm
                label={`Feed of ${projectName}`}
                submit={`End the feed of ${projectName}`}
                look="button"
                done="It opens nothing any more."
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
