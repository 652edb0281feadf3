'use client'

import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
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
    const { failureText } = await import('../../../trpc/failure-text.ts')
    try {
      setOffered(await client.reports.suggestTldr.query({ project, text }))
      setFailure('')
    } catch (error) {
      setFailure(failureText(error))
    }
  }
  return (
    <div className={style.suggest}>
      <Button variant="quiet" onClick={() => void ask()}>
        Suggest sentences
      </Button>
      <div aria-live="polite">
        {failure !== '' && <p className={style.failure}>{failure}</p>}
        {offered?.length === 0 && <p>Insert a comparison first.</p>}
        {offered?.map(({ about, sentences }) => (
          <section key={about} aria-label={`Sentences about ${about}`}>
            <h3>{about}</h3>
            <ul>
              {sentences.map((sentence) => (
                <li key={sentence}>
                  <Button variant="quiet" aria-label={`Add: ${sentence}`} onClick={() => add(sentence)}>
                    Add
                  </Button>
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
