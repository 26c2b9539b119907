import { beforeEach, expect, test } from 'vitest'
import { UPLOAD_PIECE } from '../../shared/documents.ts'
import { DOCUMENT_SETTINGS } from '../../shared/document-settings.ts'
import { fileOf, problem, server, settle, states, withFakeServer } from '../testing/uploads.ts'
import { Uploader } from './uploader.ts'

const NOBODY = new AbortController().signal

withFakeServer()
let uploader: Uploader
beforeEach(() => {
  uploader = new Uploader({ calls: server })
})

test('a file is sent in pieces, and tells how much of it has arrived', async () => {
  const seen = new Set<number>()
  uploader.items.subscribe(() => seen.add(uploader.items.get()[0]?.received ?? 0))
  uploader.add([fileOf('Letter.pdf', UPLOAD_PIECE * 2 + 5)], DOCUMENT_SETTINGS)
  await settle()
  expect(server.log).toEqual([
    'announce Letter.pdf',
    'piece u1 0',
    `piece u1 ${UPLOAD_PIECE}`,
    `piece u1 ${UPLOAD_PIECE * 2}`,
  ])
  expect([...seen]).toEqual([0, UPLOAD_PIECE, UPLOAD_PIECE * 2, UPLOAD_PIECE * 2 + 5])
  expect(states(uploader)).toEqual(['Letter.pdf done'])
})

test('three files are uploaded concurrently, the others are queued', async () => {
  const open: (() => void)[] = []
  server.onPiece = () => new Promise((resolve) => open.push(resolve))
  uploader.add(
    ['a', 'b', 'c', 'd', 'e'].map((name) => fileOf(`${name}.pdf`)),
    DOCUMENT_SETTINGS,
  )
  await settle()
  expect(open).toHaveLength(3)
  open.shift()?.()
  await settle()
  expect(open).toHaveLength(3)
  expect(states(uploader)).toEqual(['a.pdf done', 'b.pdf sending', 'c.pdf sending', 'd.pdf sending', 'e.pdf queued'])
})

test('files against the settings are refused before they are sent, and the others go on', async () => {
  const files = [
    fileOf('tool.exe'),
    fileOf('none.pdf', 0),
    fileOf('big.pdf', 10 * 1024 * 1024 + 1),
    fileOf('Good.DOCX'),
  ]
  uploader.add(files, DOCUMENT_SETTINGS)
  uploader.refuse('Folder', 'A folder cannot be attached.')
  await settle()
  expect(uploader.items.get().map(({ note }) => note)).toEqual([
    'Only PDF, DOC, and DOCX can be attached.',
    'This file is empty.',
    'This file is larger than 10 MB.',
    null,
    'A folder cannot be attached.',
  ])
  expect(server.log).toEqual(['announce Good.DOCX', 'piece u1 0'])
  expect(uploader.kept().map(({ name }) => name)).toEqual(['Good.DOCX'])
})

test('content that the server refuses shows its message and cannot be retried', async () => {
  server.onPiece = (id) => {
    if (id === 'u1') throw problem(415, 'unsupported-file', 'This is a web page.')
  }
  uploader.add([fileOf('Letter.pdf'), fileOf('Other.pdf')], DOCUMENT_SETTINGS)
  await settle()
  expect(uploader.items.get()[0]).toMatchObject({ state: 'failed', note: 'This is a web page.', canRetry: false })
  expect(states(uploader)[1]).toBe('Other.pdf done')
  uploader.remove(uploader.items.get()[0]?.key ?? '')
  expect(server.removed).toEqual([])
})

test('a cancelled file is stopped and thrown away', async () => {
  let signal = NOBODY
  server.onPiece = (_id, _offset, its) => {
    signal = its
    return new Promise(() => {})
  }
  uploader.add([fileOf('Letter.pdf')], DOCUMENT_SETTINGS)
  await settle()
  uploader.remove(uploader.items.get()[0]?.key ?? '')
  expect(signal.aborted).toBe(true)
  expect(server.removed).toEqual(['u1'])
  expect(uploader.items.get()).toEqual([])
})

test('a draft brings its files back: whole ones are there, others are asked for again and go on from where they were', async () => {
  server.stored.set('u8', { id: 'u8', name: 'Whole.pdf', size: 10, received: 10, type: 'pdf', expiresAt: '' })
  server.stored.set('u9', { id: 'u9', name: 'Half.pdf', size: 10, received: 4, type: null, expiresAt: '' })
  uploader.syncTo([
    { key: 'a', id: 'u8', name: 'Whole.pdf', size: 10 },
    { key: 'b', id: 'u9', name: 'Half.pdf', size: 10 },
    { key: 'c', id: 'u7', name: 'Expired.pdf', size: 10 },
  ])
  await settle()
  expect(states(uploader)).toEqual(['Whole.pdf done', 'Half.pdf missing', 'Expired.pdf missing'])
  expect(uploader.items.get()[2]?.note).toBe('This file is no longer kept. Choose it again.')
  uploader.add([fileOf('Half.pdf'), fileOf('Expired.pdf')], DOCUMENT_SETTINGS)
  await settle()
  expect(states(uploader)).toEqual(['Whole.pdf done', 'Half.pdf done', 'Expired.pdf done'])
  expect(server.log).toContain('piece u9 4')
})

test('a discarded draft can be taken back for a moment; after that its files are thrown away', async () => {
  uploader.add([fileOf('Letter.pdf')], DOCUMENT_SETTINGS)
  await settle()
  const stored = uploader.kept()
  uploader.syncTo([])
  expect(uploader.items.get()).toEqual([])
  uploader.syncTo(stored)
  await settle(60_000)
  expect(states(uploader)).toEqual(['Letter.pdf done'])
  expect(server.removed).toEqual([])
  uploader.syncTo([])
  await settle(60_000)
  expect(server.removed).toEqual(['u1'])
})

test('waiting for the files ends when no upload is in progress, or on abort', async () => {
  let arrive = () => {}
  server.onPiece = () => new Promise((resolve) => (arrive = resolve))
  uploader.add([fileOf('Letter.pdf')], DOCUMENT_SETTINGS)
  await settle()
  const ended: string[] = []
  const off = new AbortController()
  void uploader.settled(NOBODY).then(() => ended.push('settled'))
  void uploader.settled(off.signal).then(() => ended.push('called off'))
  off.abort()
  await settle()
  expect(ended).toEqual(['called off'])
  arrive()
  await settle()
  expect(ended).toEqual(['called off', 'settled'])
})
