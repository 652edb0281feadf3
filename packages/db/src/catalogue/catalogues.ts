import { invariant } from '@assay/domain/result'
import type { Scoped } from '../scope/scoped.ts'
import { Catalogue } from './catalogue.ts'
import { LOOK_FOR_NEWS, loadNews, type News } from './load-news.ts'

const PROJECTS_KEPT = 100

const NOTHING = () => {}

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
    const kept = this.#keep(projectId)
    if (kept.catalogue.horizon === '0' && asked !== '0') {
      // Let go of meanwhile, as others were looked at: what is new is not all that it lacks.
      await this.#ask(projectId)
      return
    }
    // Time went back: the database was replaced by an older or another one, and nothing that is kept holds.
    const isReplaced = BigInt(horizon) < BigInt(asked)
    const isAnother = () => isReplaced || kept.catalogue.missesRemoval(removals)
    const isMissing = (id: string) => kept.catalogue.run(id) === undefined
    if (isAnother()) {
      await this.#anew(projectId, kept.catalogue)
      return
    }
    if (!news.some(isMissing)) {
      // Everything from the old horizon to this one is known, so the next look can start here.
      if (kept.catalogue.horizon === asked) kept.catalogue.horizon = horizon
      return
    }
    await this.#idle(kept)
    const { catalogue } = kept
    if (isAnother()) await this.#anew(projectId, catalogue)
    else if (news.some(isMissing)) {
      const holds = await this.#load(kept, () => loadNews(this.#scoped(projectId), catalogue))
      if (!holds) await this.#anew(projectId, catalogue)
    }
  }

  /**
   * Reads everything again after a run was removed, which is rare; whoever noticed it too finds it done. The stale one
   * stays until the other is whole: who plans by an empty one would show nothing.
   */
  async #anew(projectId: string, stale: Catalogue): Promise<void> {
    const kept = this.#keep(projectId)
    await this.#idle(kept)
    if (kept.catalogue === stale) {
      await this.#load(kept, async () => {
        const catalogue = new Catalogue()
        await loadNews(this.#scoped(projectId), catalogue)
        kept.catalogue = catalogue
      })
    }
    await this.#ask(projectId)
  }

  async #idle(kept: Kept): Promise<void> {
    while (kept.loading !== null) await kept.loading
  }

  /** One load at a time, for a later one must not be overtaken by an earlier one. */
  async #load<T>(kept: Kept, load: () => Promise<T>): Promise<T> {
    const loading = load()
    kept.loading = loading.then(NOTHING, NOTHING)
    try {
      return await loading
    } finally {
      kept.loading = null
    }
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
