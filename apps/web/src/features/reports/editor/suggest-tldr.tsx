'use client'

import { useState } from 'react'
import button from '../../../ui/button.module.css'
import style from './suggest-tldr.module.css'

type Suggested = { about: string; sentences: string[] }
type Props = {
  project: string
  text: string
  /** Adds a sentence to the tl;dr. */
  add: (sentence: string) => void
}

/** Offers the tl;dr sentences of the comparisons in a text for insertion. */
export function SuggestTldr({ project, text, add }: Props) {
  const [offered, setOffered] = useState<readonly Suggested[] | null>(null)
  const [failure, setFailure] = useState('')
  const ask = async () => {
    const { client } = await import('../../../trpc/client.ts')
    const { failureText } = await import('../../../trpc/writing-client.ts')
    try {
      setOffered(await client.reports.suggestTldr.query({ project, text }))
      setFailure('')
    } catch (error) {
      setFailure(failureText(error))
    }
  }
  return (
    <div className={style.suggest}>
      <button type="button" className={button.quiet} onClick={() => void ask()}>
        Suggest sentences
      </button>
      <div aria-live="polite">
        {failure !== '' && <p className={style.failure}>{failure}</p>}
        {offered?.length === 0 && <p>Insert a comparison first.</p>}
        {offered?.map(({ about, sentences }) => (
          <section key={about} aria-label={`Sentences about ${about}`}>
            <h3>{about}</h3>
            <ul>
              {sentences.map((sentence) => (
                <li key={sentence}>
                  <button
                    type="button"
                    className={button.quiet}
                    aria-label={`Add: ${sentence}`}
                    onClick={() => add(sentence)}
                  >
                    Add
                  </button>
                  <span>{sentence}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
