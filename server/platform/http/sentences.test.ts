import { afterEach, expect, test } from 'vitest'
import { ENGLISH, findLanguage } from '../../../shared/texts/language.ts'
import { text } from '../../../shared/texts/say.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { AppError } from '../errors.ts'

const { app, ada } = await officeOfFile()
afterEach(() => findLanguage(() => ENGLISH))

const GERMAN: Record<string, string> = {
  'The body is not valid JSON.': 'Der Inhalt ist kein gültiges JSON.',
  'There is no such request.': 'Diesen Antrag gibt es nicht.',
}

test('an error is said in the language of whoever made the call; its code and path stay', async () => {
  findLanguage(() => ({ ...ENGLISH, translate: (english) => GERMAN[english] ?? english }))
  const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' }
  const broken = await app.inject({ method: 'POST', url: '/api/requests', headers, payload: '{' })
  expect(broken.json()).toMatchObject({ code: 'bad-input', error: 'Der Inhalt ist kein gültiges JSON.' })
  const missing = await app.inject({
    url: '/api/requests/RFD-2026-9999',
    headers: { authorization: headers.authorization },
  })
  expect(missing.json()).toEqual({
    code: 'not-found',
    error: 'Diesen Antrag gibt es nicht.',
    details: [{ path: 'id', message: 'Diesen Antrag gibt es nicht.' }],
  })
})

test('the log has the English sentence with its values', () => {
  findLanguage(() => ({ ...ENGLISH, translate: () => 'Anders' }))
  const error = new AppError('wrong-status', text('{name} has left', { name: 'Ada' }))
  expect(error.message).toBe('Ada has left')
})
