import { act, useState } from 'react'
import { Link, Route, Routes, useNavigate } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { DOCUMENT_SETTINGS } from '../../shared/document-settings.ts'
import { startSession } from '../client/session.ts'
import { shows } from '../testing/part.tsx'
import { answers, control, problem, sent, settle, show, toasts, withTestServer } from '../testing/request-screens.tsx'
import { buildToken, buildUser } from '../testing/session.ts'
import UploadDialog from './UploadDialog.tsx'
import { windowUploads } from './window-uploads.ts'

const uploader = () => windowUploads.of('upload-documentation')

withTestServer()
afterEach(() => act(() => uploader().syncTo([])))

const ATTACH = 'POST /api/requests/r1/documents'
const READ = 'POST /api/document-readings'

function Dashboard() {
  const [isOpen, setOpen] = useState(true)
  const navigate = useNavigate()
  const close = () => {
    setOpen(false)
    void navigate('/dashboard', { replace: true })
  }
  return isOpen ? <UploadDialog onClose={close} onReopen={() => setOpen(true)} /> : null
}

const add = (name: string) => act(() => uploader().add([new File(['x'], name)], DOCUMENT_SETTINGS))

/** Opens the dialog with one file, which has arrived already unless a test delays it. */
async function open() {
  startSession({ token: buildToken(new Date()), user: buildUser({ id: 'ben', permissions: ['ai.documents'] }) })
  answers['POST /api/uploads'] ??= () => Response.json({ id: 'u1', name: 'Annex.pdf', size: 1, received: 1 })
  await show(
    '/dashboard',
    <>
      <Link to="/requests">Requests</Link>
      <Routes>
        <Route path="/dashboard" element={<Dashboard />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
  )
  add('Annex.pdf')
  await settle()
}

/** The server's answer to a call, given when a test says so. */
function delayed(call: string): (answer: Response) => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers[call] = () => promise
  return async (answer) => {
    resolve(answer)
    await settle()
  }
}

const click = (selector: string, words: string) => act(() => control(selector, words).click())
const choose = (words: string) => click('label', words)
const calls = (call: string) => sent('POST').filter(({ path }) => `POST ${path}` === call)

/** Delivers the file to request r1, as far as the call. */
async function attach() {
  choose('rejected')
  click('button', 'Attach to request')
  await shows(() => expect(calls(ATTACH)).toHaveLength(1))
}

test('files attached after their dialog was closed do not move the person off another page', async () => {
  const answer = delayed(ATTACH)
  await open()
  await attach()
  click('button', 'Cancel')
  click('a', 'Requests')
  await answer(Response.json({ documents: [] }))
  expect(window.location.pathname).toBe('/requests')
  expect(toasts()[0]?.[0]).toBe('Documents attached')
})

test('files read after their dialog was closed do not move the person off another page', async () => {
  const answer = delayed(READ)
  await open()
  choose('Read with Document AI')
  click('button', 'Read documents')
  await shows(() => expect(calls(READ)).toHaveLength(1))
  click('a', 'Requests')
  await answer(Response.json([]))
  expect(window.location.pathname).toBe('/requests')
  expect(toasts()[0]?.[0]).toBe('Documents are being read')
})

test('a failure after the dialog was closed is reported', async () => {
  const answer = delayed(ATTACH)
  await open()
  await attach()
  click('button', 'Cancel')
  await answer(problem(409, 'This request was cancelled.')())
  expect(toasts()[0]?.[0]).toBe('Documents not attached')
})

test('a file added while the earlier one is being attached stays', async () => {
  const answer = delayed(ATTACH)
  await open()
  await attach()
  click('button', 'Cancel')
  answers['POST /api/uploads'] = () => Response.json({ id: 'u2', name: 'Budget.pdf', size: 1, received: 1 })
  add('Budget.pdf')
  await answer(Response.json({ documents: [] }))
  expect(uploader().items.get()).toMatchObject([{ name: 'Budget.pdf' }])
})

test('cancelling while a file is still being uploaded attaches nothing', async () => {
  const arrive = delayed('POST /api/uploads')
  await open()
  choose('rejected')
  click('button', 'Attach to request')
  click('button', 'Cancel')
  await arrive(Response.json({ id: 'u1', name: 'Annex.pdf', size: 1, received: 1 }))
  expect(toasts()[0]?.[0]).toBe('Upload discarded')
  expect(calls(ATTACH)).toEqual([])
})

test('a refused file is named by a toast, wherever its row is, and several by one', async () => {
  await open()
  add('tool.exe')
  await settle()
  expect(toasts()).toEqual([['tool.exe was not attached', 'Only PDF, DOC, and DOCX can be attached.']])
  act(() => uploader().add([new File(['x'], 'a.exe'), new File([], 'empty.pdf')], DOCUMENT_SETTINGS))
  await settle()
  expect(toasts()[0]?.[0]).toBe('2 files were not attached')
})
