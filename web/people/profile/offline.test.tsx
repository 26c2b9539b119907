import { onlineManager } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test } from 'vitest'
import { answers, page, settle, show, withTestServer } from '../../testing/request-screens.tsx'
import ProfilePage from './ProfilePage.tsx'

withTestServer()

test('a profile opened offline is reported as not loaded, and appears with the connection', async () => {
  answers['GET /api/profile'] = () =>
    Response.json({
      id: 'ben',
      username: 'ben',
      firstName: 'Ben',
      lastName: 'Quint',
      email: 'ben@office.example',
      department: 'Operations',
      role: 'manager',
      roleName: 'Manager',
      createdAt: '2026-03-10T09:00:00.000Z',
      lastLogin: null,
    })
  answers['GET /api/profile/sessions'] = () => Response.json([])
  onlineManager.setOnline(false)
  await show('/profile', <ProfilePage />)
  expect(page()).toContain('Your profile was not loaded before you went offline.')
  expect(page()).toContain('The list of your sessions was not loaded before you went offline.')
  expect(document.querySelector('.skeleton')).toBeNull()
  act(() => onlineManager.setOnline(true))
  await settle()
  expect(page()).toContain('ben@office.example')
  expect(page()).not.toContain('not loaded')
})
