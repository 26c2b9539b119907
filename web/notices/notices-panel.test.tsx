import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Notice } from '../../shared/notices.ts'
import RequestDialogs from '../requests/RequestDialogs.tsx'
import { Notices, NoticesPanel } from '../app/shell/Notices.tsx'
import { queryClient } from '../client/query.ts'
import { buildNotice, buildPreferences } from '../testing/notice.ts'
import {
  answers,
  control,
  page,
  press,
  problem,
  REQUEST,
  sent,
  settle,
  show,
  withTestServer,
} from '../testing/request-screens.tsx'
import { unreadOptions } from './api.ts'

withTestServer()

/** As the server has them, newest first. */
let stored: Notice[]
const OFTEN = { timeout: 300_000 }

beforeEach(async () => {
  // After midnight a notice of twelve minutes ago is of yesterday.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T12:00:00Z') })
  await NoticesPanel.load()
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  stored = [
    buildNotice({
      id: 'n3',
      code: 'mention',
      requestId: 'r1',
      reasons: [{ code: 'mention' }, { code: 'watching' }],
      at: at(12),
      values: { excerpt: '@Ben can Legal confirm?', commentId: 'c1' },
    }),
    buildNotice({
      id: 'n2',
      code: 'created',
      requestId: null,
      at: at(60),
      values: { count: 4, requests: 4, department: 'operations' },
    }),
    buildNotice({ id: 'n1', readAt: at(1), at: at(60 * 24 * 3) }),
  ]
  const counts = () => {
    const unread = stored.filter(({ readAt }) => readAt === null)
    return { unread: unread.length, mentions: unread.filter(({ code }) => code === 'mention').length }
  }
  answers['GET /api/notices'] = () => {
    const query = new URLSearchParams(sent('GET').at(-1)!.path.split('?')[1])
    const shown = stored.filter(({ readAt, code }) => {
      if (query.get('show') === 'unread') return readAt === null
      return query.get('show') !== 'mentions' || code === 'mention'
    })
    const from = (Number(query.get('page') ?? 1) - 1) * 20
    return Response.json({ notices: shown.slice(from, from + 20), total: shown.length, ...counts() })
  }
  const mark = (readAt: string | null) => () => {
    const { ids, requestId } = sent('POST').at(-1)!.body as { ids?: string[]; requestId?: string }
    const isMeant = (notice: Notice) => ids?.includes(notice.id) ?? notice.requestId === (requestId ?? notice.requestId)
    stored = stored.map((notice) => (isMeant(notice) ? { ...notice, readAt } : notice))
    return Response.json(counts())
  }
  answers['POST /api/notices/read'] = mark(new Date().toISOString())
  answers['POST /api/notices/unread'] = mark(null)
  answers['GET /api/profile/notices'] = () =>
    Response.json(buildPreferences({ quietHours: { from: '18:00', to: '07:00' } }))
})

const bell = () => document.querySelector<HTMLButtonElement>('button[aria-label^=Notifications]')
const bellName = () => bell()?.getAttribute('aria-label')
const rows = () => [...document.querySelectorAll<HTMLElement>('li[data-notice]')]
const shown = () => rows().map((row) => row.dataset['notice'])
const key = (name: string) =>
  act(() => void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })))

async function openBell(address = '/dashboard'): Promise<void> {
  await show(
    address,
    <>
      <main>
        <h1>Dashboard</h1>
      </main>
      <Notices />
      <RequestDialogs />
    </>,
  )
  await vi.waitFor(async () => {
    await settle()
    expect(bellName()).toMatch(/unread|^Notifications$/)
    expect(queryClient.getQueryData(unreadOptions.queryKey)).toBeDefined()
  }, OFTEN)
  act(() => bell()!.click())
  await settle()
}

test('the bell says how many are unread, and lists them by day with what happened and why', async () => {
  await openBell()
  expect(bellName()).toBe('Notifications, 2 unread')
  expect(shown()).toEqual(['n3', 'n2'])
  expect(rows()[0]!.textContent).toMatch(
    /Unread: Elena Marku mentioned you in r1.*@Ben can Legal confirm\?.*12 minutes ago · you were mentioned/,
  )
  expect(rows()[1]!.textContent).toContain('4 new requests wait for review in Operations')
  expect(page()).toContain('Today')
  expect(page()).toContain('Quiet hours 18:00–07:00')
  act(() => control('[role=tab]', 'All').click())
  await settle()
  expect(shown()).toEqual(['n3', 'n2', 'n1'])
  act(() => control('[role=tab]', 'Mentions 1').click())
  await settle()
  expect(shown()).toEqual(['n3'])
})

test('without unread ones it is named Notifications, and the empty tab has a next step', async () => {
  stored = []
  await openBell()
  expect(bellName()).toBe('Notifications')
  expect(page()).toContain('You are up to date')
  await press('Show all notifications')
  expect(page()).toContain('No notifications yet')
  expect(control<HTMLAnchorElement>('a', 'Choose what you are notified of').pathname).toBe('/profile/notifications')
})

test('a badge of more than 99 stays small', async () => {
  answers['GET /api/notices'] = () => Response.json({ notices: stored, total: 1000, unread: 1000, mentions: 0 })
  await openBell()
  expect(bellName()).toBe('Notifications, 99+ unread')
  expect(bell()?.textContent).toBe('99+')
})

test('arrow keys or J and K go through them, Enter opens the request as read, and the bell has the focus again', async () => {
  answers['GET /api/requests/r1/comments'] = () => Response.json([])
  await openBell()
  expect(document.activeElement?.getAttribute('role')).toBe('dialog')
  key('ArrowDown')
  expect(document.activeElement).toBe(rows()[0])
  key('j')
  expect(document.activeElement).toBe(rows()[1])
  key('j')
  expect(document.activeElement).toBe(rows()[1])
  expect(rows().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0])
  key('k')
  key('Enter')
  await settle()
  expect(window.location.search).toBe('?request=r1&tab=comments&comment=c1')
  expect(document.querySelector('[aria-label="Notifications"][role=dialog]')).toBeNull()
  expect(stored[0]!.readAt).not.toBeNull()
  expect(bellName()).toBe('Notifications, 1 unread')
  act(() => control('button', 'Close').click())
  await vi.waitFor(() => expect(document.activeElement).toBe(bell()), OFTEN)
})

test('Escape closes it, and the bell has the focus', async () => {
  await openBell()
  key('ArrowDown')
  key('Escape')
  expect(rows()).toEqual([])
  expect(document.activeElement).toBe(bell())
})

test('one is marked as read and unread again, in its place', async () => {
  await openBell()
  await press('Mark as read')
  expect(sent('POST')).toMatchObject([{ path: '/api/notices/read', body: { ids: ['n3'] } }])
  expect(bellName()).toBe('Notifications, 1 unread')
  expect(shown()).toEqual(['n3', 'n2'])
  await press('Mark as unread')
  expect(bellName()).toBe('Notifications, 2 unread')
})

test('all are marked as read, and the focus stays in the panel', async () => {
  await openBell()
  act(() => control('button', 'Mark all as read').focus())
  await press('Mark all as read')
  expect(sent('POST')).toMatchObject([{ path: '/api/notices/read', body: { all: true } }])
  expect(bellName()).toBe('Notifications')
  expect(document.activeElement?.textContent).toBe('Notifications')
})

test('what could not be marked says so, and shows again what is stored', async () => {
  answers['POST /api/notices/read'] = problem(503, 'Not now.')
  await openBell()
  await press('Mark as read')
  expect(page()).toContain('It was not marked')
  expect(bellName()).toBe('Notifications, 2 unread')
})

test('each says all its reasons, the strongest first, and mutes its request or its kind until that is undone', async () => {
  let preferences = buildPreferences()
  answers['GET /api/profile/notices'] = () => Response.json(preferences)
  answers['PUT /api/profile/notices'] = () => {
    preferences = { ...(sent('PUT').at(-1)!.body as typeof preferences), mail: false }
    return Response.json(preferences)
  }
  answers['DELETE /api/requests/r1/watch'] = answers['PUT /api/requests/r1/watch'] = () =>
    new Response(null, { status: 204 })
  await openBell()
  await press('Why you got this, and options')
  expect(page()).toContain('Why you got this: you were mentioned; you watch it.')
  await press('Unwatch r1')
  expect(sent('DELETE').map(({ path }) => path)).toEqual(['/api/requests/r1/watch'])
  await press('Watch r1 again')
  expect(sent('PUT').map(({ path }) => path)).toEqual(['/api/requests/r1/watch'])
  await press('Mute “Mentions”')
  expect(preferences.events.mention).toEqual({ app: false, mail: false })
  expect(preferences.events.comment).toEqual({ app: true, mail: false })
  await press('Unmute “Mentions”')
  expect(preferences.events.mention).toEqual({ app: true, mail: false })
})

test('a kind is muted, too, where the preferences were changed elsewhere at that moment', async () => {
  const current = buildPreferences({ digest: 'hourly', version: 2 })
  answers['PUT /api/profile/notices'] = () => {
    const body = sent('PUT').at(-1)!.body as typeof current
    if (body.version === current.version) return Response.json(body)
    return problem(409, 'Changed.', { code: 'stale-version', current })()
  }
  await openBell()
  await press('Why you got this, and options')
  await press('Mute “Mentions”')
  const events = { ...current.events, mention: { app: false, mail: false } }
  expect(sent('PUT').at(-1)!.body).toEqual({ ...current, events })
  expect(page()).toContain('Unmute “Mentions”')
})

test('more are read on demand, none is missed although some were read meanwhile', async () => {
  stored = Array.from({ length: 45 }, (_, i) =>
    buildNotice({ id: `n${i}`, at: new Date(Date.now() - i * 1000).toISOString() }),
  )
  await openBell()
  expect(rows()).toHaveLength(20)
  await press('Mark as read')
  await press('Show more')
  await press('Show more')
  await press('Show more')
  expect(shown()).toEqual(stored.map(({ id }) => id))
  expect(page()).not.toContain('Show more')
})

test('one that arrives is announced once and offered, but moves no row', async () => {
  await openBell()
  stored = [buildNotice({ id: 'n4', at: new Date().toISOString() }), ...stored]
  // The quiet hours of this test's person never include now.
  answers['GET /api/profile/notices'] = () => Response.json(buildPreferences())
  await act(() => queryClient.invalidateQueries({ queryKey: ['/api/profile/notices'] }))
  await act(() => queryClient.refetchQueries({ queryKey: unreadOptions.queryKey }))
  await settle()
  expect(document.querySelector('[role=status]')?.textContent).toBe('1 new notification')
  expect(bellName()).toBe('Notifications, 3 unread')
  expect(shown()).toEqual(['n3', 'n2'])
  await press('Show 1 new')
  expect(shown()).toEqual(['n4', 'n3', 'n2'])
})

test('in quiet hours nothing is announced', async () => {
  answers['GET /api/profile/notices'] = () =>
    Response.json(buildPreferences({ quietHours: { from: '00:00', to: '23:59' } }))
  await openBell()
  stored = [buildNotice({ id: 'n4', at: new Date(Date.now() + 1000).toISOString() }), ...stored]
  await act(() => queryClient.refetchQueries({ queryKey: unreadOptions.queryKey }))
  await settle()
  expect(bellName()).toBe('Notifications, 3 unread')
  expect(page()).not.toContain('1 new notification')
})

test('a request that is opened any other way has its notices marked as read, once', async () => {
  answers['GET /api/requests/r1'] = () => Response.json({ ...REQUEST, requestId: 'RFD-2026-0418' })
  stored = [buildNotice({ id: 'n5' }), buildNotice({ id: 'n6', requestId: 'RFD-2026-0001' })]
  await openBell('/dashboard?request=r1')
  expect(sent('POST')).toMatchObject([{ path: '/api/notices/read', body: { requestId: 'RFD-2026-0418' } }])
  expect(stored.map(({ readAt }) => readAt === null)).toEqual([false, true])
  expect(bellName()).toBe('Notifications, 1 unread')
})
