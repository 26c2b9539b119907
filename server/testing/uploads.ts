import { UPLOAD_PIECE } from '../../shared/documents.ts'
import type { App } from '../platform/http/app.ts'
import { post } from './app.ts'
import type { Person } from './cast.ts'

export async function sendPiece(app: App, person: Person, id: string, offset: number, bytes: Buffer) {
  const res = await app.inject({
    method: 'PATCH',
    url: `/api/uploads/${id}?offset=${offset}`,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
    payload: bytes,
  })
  // Not validated: checking the body's shape is the test's job.
  return { statusCode: res.statusCode, body: res.json() }
}

/** Announces a file and sends it piece by piece. @returns the answer to the last piece, or the first refusal */
export async function upload(app: App, person: Person, content: Buffer, name = 'Letter.pdf') {
  const announced = await post(app, person, '/api/uploads', { name, size: content.length })
  if (announced.statusCode !== 201) return announced
  const { id } = announced.body as { id: string }
  for (let i = 0; ; i += UPLOAD_PIECE) {
    const last = await sendPiece(app, person, id, i, content.subarray(i, i + UPLOAD_PIECE))
    if (last.statusCode !== 200 || i + UPLOAD_PIECE >= content.length) return last
  }
}

/** The id of a complete upload. */
export async function uploaded(app: App, person: Person, content: Buffer, name?: string): Promise<string> {
  const { statusCode, body } = await upload(app, person, content, name)
  if (statusCode !== 200) throw new Error(`The upload was answered ${statusCode}: ${JSON.stringify(body)}`)
  return (body as { id: string }).id
}
