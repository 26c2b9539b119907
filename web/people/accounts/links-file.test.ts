import { expect, test } from 'vitest'
import { linksFile } from './links-file.ts'

const link = { kind: 'invitation' as const, token: 'secret', expiresAt: '2026-03-17T09:00:00.000Z', mailedTo: null }

test('the links of an import are one line each, with the full address', () => {
  const invited = [{ fullName: 'Eva "Evi" Stone', username: 'eva', email: 'eva@office.example', link }]
  expect(linksFile({ invited }, 'https://rfd.example')).toBe(
    'full name,username,email,invitation link,valid until\r\n' +
      '"Eva ""Evi"" Stone",eva,eva@office.example,https://rfd.example/invitation#secret,2026-03-17T09:00:00.000Z\r\n',
  )
})

test.each(['=1+1', '+A1', '-A1', '@SUM(A1)'])('%j is no formula in the file', (fullName) => {
  const invited = [{ fullName, username: 'eva', email: 'eva@office.example', link }]
  expect(linksFile({ invited }, 'https://rfd.example').split('\r\n')[1]).toMatch(/^"?'/)
})
