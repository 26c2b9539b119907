import type { ServerResponse } from 'node:http'
import type { Actor } from '../../platform/actor.ts'
import { visibleTo } from '../../requests/visibility.ts'
import type { Policy } from '../../settings/service.ts'
import { RESET, type Viewer } from './changes.ts'

/** A client that does not read is disconnected; it resumes where it was. */
const MAX_UNSENT = 128 * 1024

/** An open response of `GET /api/events`. */
export class EventStream {
  readonly token: string
  readonly sessionId: string
  #viewer: Viewer
  readonly #response: ServerResponse

  constructor(response: ServerResponse, token: string, actor: Actor, policy: Policy) {
    this.#response = response
    this.token = token
    this.sessionId = actor.sessionId
    this.#viewer = viewerOf(actor, policy)
  }

  get viewer(): Viewer {
    return this.#viewer
  }

  send(text: string): void {
    if (text === '') return
    if (this.#response.writableLength > MAX_UNSENT) this.#response.destroy()
    else this.#response.write(text)
  }

  /** Decides by these rights from now on. The page reads everything again if they differ. */
  useRights(actor: Actor, policy: Policy): void {
    const now = viewerOf(actor, policy)
    if (isSame(now, this.#viewer)) return
    this.#viewer = now
    this.send(RESET)
  }

  end(): void {
    this.#response.end()
  }
}

function viewerOf({ id, permissions, seenBy }: Actor, policy: Policy): Viewer {
  return { id, permissions, scope: visibleTo({ id, permissions }, policy), isSeenAs: seenBy !== undefined }
}

function isSame(a: Viewer, b: Viewer): boolean {
  return (
    a.id === b.id &&
    a.scope?.ownOf === b.scope?.ownOf &&
    a.permissions.size === b.permissions.size &&
    [...a.permissions].every((permission) => b.permissions.has(permission))
  )
}
