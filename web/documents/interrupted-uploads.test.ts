import { beforeEach, expect, test } from 'vitest'
import { UPLOAD_PIECE, type Upload } from '../../shared/documents.ts'
import { DOCUMENT_SETTINGS } from '../../shared/document-settings.ts'
import { endSession, startSession } from '../client/session.ts'
import { fileOf, PERSON, problem, server, settle, states, withFakeServer } from '../testing/uploads.ts'
import { Uploader } from './uploader.ts'

withFakeServer()
let uploader: Uploader
beforeEach(() => {
  uploader = new Uploader({ calls: server })
})

test('an announcement whose answer was lost is repeated under its key, and a later one has another', async () => {
  server.onAnnounced = () => {
    if (server.keys.length === 1) throw new TypeError('Failed to fetch')
  }
  // The server has thrown the upload away by the time of its first piece.
  server.onPiece = () => {
    if (server.keys.length === 2) throw problem(404, 'not-found')
  }
  uploader.add([fileOf('Letter.pdf')], DOCUMENT_SETTINGS)
  await settle(60_000)
  expect(states(uploader)).toEqual(['Letter.pdf done'])
  const [first, again, later] = server.keys
  expect(again).toBe(first)
  expect([first, undefined]).not.toContain(later)
})

test('after a lost connection it asks how much has arrived and goes on from there, later each time or as soon as it is online', async () => {
  let isCut = true
  server.onPiece = (_id, offset) => {
    if (offset > 0 && isCut) throw new TypeError('Failed to fetch')
  }
  uploader.add([fileOf('Letter.pdf', UPLOAD_PIECE + 5)], DOCUMENT_SETTINGS)
  await settle()
  expect(states(uploader)).toEqual(['Letter.pdf waiting'])
  const tries = () => server.log.filter((line) => line.startsWith('ask')).length
  await settle(1000)
  expect(tries()).toBe(1)
  // The status request worked and the piece failed again: the back-off restarts.
  await settle(1000)
  expect(tries()).toBe(2)
  isCut = false
  window.dispatchEvent(new Event('online'))
  await settle()
  expect(states(uploader)).toEqual(['Letter.pdf done'])
  expect(server.log.slice(-2)).toEqual(['ask u1', `piece u1 ${UPLOAD_PIECE}`])
})

test('a call that took too long is a busy server, not a lost connection', async () => {
  server.onPiece = () => {
    throw new DOMException('The server took too long', 'AbortError')
  }
  uploader.add([fileOf('Letter.pdf')], DOCUMENT_SETTINGS)
  await settle()
  expect(uploader.items.get()[0]).toMatchObject({ state: 'waiting', note: expect.stringContaining('busy') })
})

test('a piece that arrived without its answer is not sent twice', async () => {
  let isLost = true
  const send = server.send
  server.send = async (...piece) => {
    const answer = await send(...piece)
    if (!isLost) return answer
    isLost = false
    throw new TypeError('Failed to fetch')
  }
  uploader.add([fileOf('Letter.pdf', UPLOAD_PIECE + 5)], DOCUMENT_SETTINGS)
  await settle(1000)
  expect(server.log).toEqual(['announce Letter.pdf', 'piece u1 0', 'ask u1', `piece u1 ${UPLOAD_PIECE}`])
})

test('while signed out the uploads wait, and resume for the same person', async () => {
  let isOver = true
  server.onPiece = () => {
    if (isOver) {
      endSession('expired')
      throw problem(401, 'not-signed-in')
    }
  }
  uploader.add([fileOf('Letter.pdf')], DOCUMENT_SETTINGS)
  await settle(60_000)
  expect(uploader.items.get()[0]).toMatchObject({ state: 'waiting', note: expect.stringContaining('sign in again') })
  isOver = false
  startSession(PERSON)
  await settle(1000)
  expect(states(uploader)).toEqual(['Letter.pdf done'])
})

test('a server in trouble is asked six times, then the person decides', async () => {
  let isDown = true
  server.onPiece = () => {
    if (isDown) throw problem(503, 'unavailable', 'The disk is full.')
  }
  server.ask = async () => {
    throw problem(503, 'unavailable', 'The disk is full.')
  }
  uploader.add([fileOf('Letter.pdf')], DOCUMENT_SETTINGS)
  await settle(120_000)
  expect(uploader.items.get()[0]).toMatchObject({ state: 'failed', note: 'The disk is full.', canRetry: true })
  isDown = false
  server.ask = async (id) => server.stored.get(id) as Upload
  uploader.retry(uploader.items.get()[0]?.key ?? '')
  await settle()
  expect(states(uploader)).toEqual(['Letter.pdf done'])
})

test('a complete upload is delivered once, even when the response to that is lost', async () => {
  const finished: string[] = []
  uploader = new Uploader({
    calls: server,
    finish: async (id) => {
      finished.push(id)
      server.stored.delete(id)
      if (finished.length === 1) throw new TypeError('Failed to fetch')
    },
  })
  uploader.add([fileOf('Letter.pdf')], DOCUMENT_SETTINGS)
  await settle(1000)
  expect(finished).toEqual(['u1', 'u1'])
  expect(server.log).toEqual(['announce Letter.pdf', 'piece u1 0'])
  expect(uploader.items.get()).toEqual([])
})
