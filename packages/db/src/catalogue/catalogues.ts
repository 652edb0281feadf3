import { invariant } from '@assay/domain/result'
import type { Scoped } from '../scope/scoped.ts'
import { Catalogue } from './catalogue.ts'
import { LOOK_FOR_NEWS, loadNews, type News } from './load-news.ts'

const PROJECTS_KEPT = 100

type Kept = { catalogue: Catalogue; loading: Promise<void> | null }

/**
 * The catalogues of the projects that are being looked at. A page asks the database only what is new, which costs an
 * index look-up, and so it is as fast with ten million values as with ten thousand, and still shows every run that
 * was answered before it was asked for. (docs/decisions/013-catalogue-in-memory.md)
 */
export class Catalogues {
  readonly #scoped: (projectId: string) => Scoped
  readonly #kept = new Map<string, Kept>()
  readonly #asked = new Map<string, Promise<Catalogue>>()

  constructor(scoped: (projectId: string) => Scoped) {
    this.#scoped = scoped
  }

  /** The catalogue with everything that is committed now. Questions put in one breath share one look. */
  fresh(projectId: string): Promise<Catalogue> {
    const asked = this.#asked.get(projectId)
    if (asked !== undefined) return asked
    const asking = this.#ask(projectId)
    this.#asked.set(projectId, asking)
    // The statement leaves only after this turn, so that it sees all that was committed before any of the questions.
    queueMicrotask(() => this.#asked.delete(projectId))
    return asking
  }

  async #ask(projectId: string): Promise<Catalogue> {
    const asked = this.#keep(projectId).catalogue.horizon
    const look = { name: 'news', text: LOOK_FOR_NEWS, values: [projectId, asked] }
    const { rows } = await this.#scoped(projectId).query<News>(look)
    const news = rows[0]
    invariant(news !== undefined, 'a select without from has one row')
    await this.catchUp(projectId, asked, news)
    return this.#keep(projectId).catalogue
  }

  /** Nothing of an erased project is kept. */
  forget(projectId: string): void {
    this.#kept.delete(projectId)
  }

  /** The catalogue as it is, for a statement that asks for news itself; follow it up with `catchUp`. */
  current(projectId: string): Catalogue {
    return this.#keep(projectId).catalogue
  }

  /**
   * Reads what is new, if anything is.
   * @param asked the horizon that was asked about.
   */
  async catchUp(projectId: string, asked: string, { horizon, news, removals }: News): Promise<void> {
    if (BigInt(horizon) < BigInt(asked)) {
      // Time went back: the database was replaced by an older or another one, and nothing that is kept holds.
      this.#kept.delete(projectId)
      await this.fresh(projectId)
      return
    }
    const kept = this.#keep(projectId)
    const { catalogue } = kept
    if (catalogue.missesRemoval(removals)) {
      await this.#anew(projectId, catalogue)
      return
    }
    const isMissing = (id: string) => catalogue.run(id) === undefined
    if (!news.some(isMissing)) {
      // Everything from the old horizon to this one is known, so the next look can start here.
      if (catalogue.horizon === asked) catalogue.horizon = horizon
      return
    }
    // One load at a time, for a later one must not be overtaken by an earlier one.
    while (kept.loading !== null) await kept.loading
    if (news.some(isMissing)) {
      let holds = true
      kept.loading = loadNews(this.#scoped(projectId), catalogue)
        .then((loaded) => {
          holds = loaded
        })
        .finally(() => {
          kept.loading = null
        })
      await kept.loading
      if (!holds) await this.#anew(projectId, catalogue)
    }
  }

  /** Reads everything again after a run was removed, which is rare; whoever noticed it too finds it done. */
  async #anew(projectId: string, stale: Catalogue): Promise<void> {
    if (this.#kept.get(projectId)?.catalogue === stale) this.#kept.delete(projectId)
    await this.#ask(projectId)
  }

  #keep(projectId: string): Kept {
    const kept = this.#kept.get(projectId) ?? { catalogue: new Catalogue(), loading: null }
    // Taken out and put in again: the first key is the one that was not looked at for longest.
    this.#kept.delete(projectId)
    this.#kept.set(projectId, kept)
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size > PROJECTS_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return kept
  }
}
