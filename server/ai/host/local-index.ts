import { SimilarIndex } from '../../../engine/similarity/similar.ts'
import { textOf } from '../../../engine/text/text.ts'
import type { Draft, Hit } from './ai.ts'

/** The calls of the thread with the index of similar requests. */
export interface IndexCalls {
  add(argument: { entries: (Draft & { id: string })[] }): number
  build(argument: object): void
  similar(argument: { entry: Draft & { id?: string }; limit: number; within?: string[] | undefined }): Hit[]
}

/** The index of similar requests in its thread. Imports no models: their code alone would take as much memory as a small index. */
export class LocalIndex implements IndexCalls {
  private readonly index = new SimilarIndex()

  add({ entries }: Parameters<IndexCalls['add']>[0]): number {
    for (const { id, title, description } of entries) {
      this.index.add({ id, title: textOf(title), description: textOf(description) })
    }
    return this.index.size
  }

  build(): void {
    this.index.build()
  }

  similar({ entry, limit, within }: Parameters<IndexCalls['similar']>[0]): Hit[] {
    const allowed = within && new Set(within)
    const draft = { ...entry, title: textOf(entry.title), description: textOf(entry.description) }
    return this.index.query(draft, limit, allowed && ((id) => allowed.has(id)))
  }
}
