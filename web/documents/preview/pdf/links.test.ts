import { expect, test } from 'vitest'
import { safeAddress } from './links.ts'

test.each(['https://office.example/a?b=c#d', 'http://office.example/', 'mailto:desk@office.example'])(
  '%s is opened',
  (address) => expect(safeAddress(address)).toBe(address),
)

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'vbscript:msgbox(1)',
  'ftp://office.example/a',
  'blob:https://office.example/1',
  '\\\\server\\share\\run.exe',
  'C:\\Windows\\run.exe',
  '/dashboard',
  '',
  undefined,
  7,
])('%j is never opened', (address) => expect(safeAddress(address)).toBeUndefined())
