import { onlineManager } from '@tanstack/react-query'
import { act } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import type { Outlooks } from '../../../shared/outlook.ts'
import { OPEN, OUTLOOK } from '../../testing/outlook-example.ts'
import { requestsChanged } from '../../requests/common/api.ts'
import {
  answers,
  page,
  press,
  problem,
  REQUEST,
  sent,
  settle,
  show,
  withTestServer,
} from '../../testing/request-screens.tsx'
import { OwnOpenRequests } from './OwnOpenRequests.tsx'

withTestServer()

test('the details say where an open request stands, with the comparable ones on demand', async () => {
  answers['GET /api/requests/r1/outlook'] = () => Response.json(OUTLOOK)
  await show('/requests?request=r1')
  expect(page()).toContain('4th of 37 waiting for review by a manager.')
  expect(page()).toContain('Half of such requests were taken up within 3 working days, 85 of 100 within 9.')
  expect(page()).toContain('The published time is 1-3 business days.')
  // No line break inside a date.
  expect(page()).toMatch(/Likely finished between 4 and 19\u00a0December/)
  const list = document.querySelector<HTMLElement>('[aria-label="Comparable finished requests"]')!
  expect(list.hidden).toBe(true)
  await press('Show a comparable request')
  expect(list.hidden).toBe(false)
  expect(list.textContent).toContain('Print the gate pass')
  expect(list.textContent).toContain('7 working days, finished 30 Oct 2026')
  await press('Hide a comparable request')
  expect(list.hidden).toBe(true)
})

test('the printed sheet says it in a box before the signatures, whose numbers stay the same', async () => {
  answers['GET /api/requests/r1/outlook'] = () => Response.json(OUTLOOK)
  await show('/requests?request=r1')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  const boxes = [...document.querySelectorAll('[data-sheet=request] .record > div')].map((box) => box.textContent)
  const index = boxes.findIndex((box) => box?.includes('Where it stands'))
  expect(boxes[index]).toMatch(/4th of 37 waiting.+The published time is .+Likely finished/)
  expect(boxes.slice(index + 1)).toEqual(['10 Reviewed by', '11 Approved by', '12 Date'])
  expect(boxes[index - 1]).toMatch(/^9 /)
  act(() => void window.dispatchEvent(new Event('afterprint')))
})

test('the printed sheet says it, whichever tab is open', async () => {
  answers['GET /api/requests/r1/outlook'] = () => Response.json(OUTLOOK)
  await show('/requests?request=r1&tab=comments')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(document.querySelector('[data-sheet=request]')?.textContent).toContain('Where it stands')
  act(() => void window.dispatchEvent(new Event('afterprint')))
})

test('a change of requests reads it again', async () => {
  answers['GET /api/requests/r1/outlook'] = () => Response.json(OUTLOOK)
  await show('/requests?request=r1')
  answers['GET /api/requests/r1/outlook'] = () => Response.json({ ...OUTLOOK, place: { at: 3, of: 36 } })
  act(() => requestsChanged())
  await settle()
  expect(page()).toContain('3rd of 36 waiting')
})

test('the rest of the details does not wait for it, and a failure says so and is tried again', async () => {
  let meanwhile = ''
  const late = (resolve: (answer: Response) => void) => {
    meanwhile = page()
    resolve(problem(503, 'The figures are not ready yet.')())
  }
  answers['GET /api/requests/r1/outlook'] = () => new Promise((resolve) => setTimeout(() => late(resolve), 100))
  await show('/requests?request=r1')
  expect(meanwhile).toContain(REQUEST.title)
  expect(meanwhile).toContain('Loading where it stands')
  expect(page()).toContain('Failed to fetch where it stands')
  answers['GET /api/requests/r1/outlook'] = () => Response.json(OUTLOOK)
  await press('Try again')
  expect(page()).toContain('4th of 37')
})

test('a closed request has no outlook, and none is requested', async () => {
  answers['GET /api/requests/r1'] = () => Response.json({ ...REQUEST, status: 'completed' })
  await show('/requests?request=r1')
  expect(page()).not.toContain('Where it stands')
  expect(sent('GET').some(({ path }) => path.endsWith('/outlook'))).toBe(false)
})

/** As high as a desktop's window; happy-dom's own is low. */
function inHighWindow(): void {
  const { innerHeight } = window
  window.innerHeight = 900
  onTestFinished(() => void (window.innerHeight = innerHeight))
}

function own(total: number): Outlooks {
  const requests = Array.from({ length: Math.min(total, 20) }, (_, i) => ({
    id: `r${i}`,
    requestId: `RFD-2026-04${10 + i}`,
    title: `Request ${i}`,
    status: 'pending' as const,
    priority: 'medium' as const,
    outlook: OPEN,
  }))
  return { asOf: OUTLOOK.asOf, total, requests }
}

test('the dashboard lists the own open requests, some at first and more on demand', async () => {
  inHighWindow()
  const paths = () => sent('GET').map(({ path }) => path)
  answers['GET /api/dashboard/outlooks'] = () => Response.json(own(30))
  await show('/dashboard', <OwnOpenRequests />)
  expect(page()).toContain('30 open')
  expect(document.querySelectorAll('li')).toHaveLength(5)
  expect(page()).toContain('4th of 37 waiting for review by a manager.')
  expect(page()).toContain('Due 11\u00a0Dec\u00a02026')
  // No line break between day and month.
  expect(page()).toMatch(/Likely finished between 4 and 19\u00a0\p{Lu}/u)
  await press('Show more')
  expect(paths()).toContain('/api/dashboard/outlooks?limit=20')
  expect(document.querySelectorAll('li')).toHaveLength(20)
  expect(page()).toContain('All 30 in the list')
  await press('Show fewer')
  expect(document.querySelectorAll('li')).toHaveLength(5)
})

test('paper says how many of the own open requests it leaves out', async () => {
  inHighWindow()
  answers['GET /api/dashboard/outlooks'] = () => Response.json(own(11))
  await show('/dashboard', <OwnOpenRequests />)
  expect(page()).not.toContain('of them here')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(page()).toContain('11 open, the first 5 of them here')
  act(() => void window.dispatchEvent(new Event('afterprint')))
})

test('a low window lists two own open requests until more are asked for; paper has room for more', async () => {
  answers['GET /api/dashboard/outlooks'] = () => Response.json(own(3))
  await show('/dashboard', <OwnOpenRequests />)
  const listed = () => document.querySelectorAll('li').length
  expect(listed()).toBe(2)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(listed()).toBe(3)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(listed()).toBe(2)
  act(() => onlineManager.setOnline(false))
  await press('Show more')
  expect(listed()).toBe(3)
  expect(page()).not.toContain('were not loaded')
  act(() => onlineManager.setOnline(true))
  await press('Show fewer')
  expect(listed()).toBe(2)
})

test('offline the rest of the own open requests is reported as missing', async () => {
  inHighWindow()
  answers['GET /api/dashboard/outlooks'] = () => Response.json({ ...own(30), requests: own(5).requests })
  await show('/dashboard', <OwnOpenRequests />)
  act(() => onlineManager.setOnline(false))
  await press('Show more')
  expect(page()).toContain('More of your requests were not loaded before you went offline.')
  expect(document.querySelectorAll('li')).toHaveLength(5)
  act(() => onlineManager.setOnline(true))
  await settle()
  expect(page()).not.toContain('More of your requests were not loaded')
})

const OWN_ONLY = { ...OPEN, basedOn: 'visible' as const, place: { at: 2, of: 3 } }
const WHY = /Your office shows you your own requests only/g

test('the details say so when a person sees only their own requests', async () => {
  answers['GET /api/requests/r1/outlook'] = () => Response.json({ ...OUTLOOK, ...OWN_ONLY })
  await show('/requests?request=r1')
  expect(page()).toContain('Of your own requests waiting for review by a manager it is the 2nd of 3.')
  expect(page().match(WHY)).toHaveLength(1)
})

test('and once on the card, not at each request', async () => {
  inHighWindow()
  const requests = own(4).requests.map((one) => ({ ...one, outlook: OWN_ONLY }))
  answers['GET /api/dashboard/outlooks'] = () => Response.json({ ...own(4), requests })
  await show('/dashboard', <OwnOpenRequests />)
  expect(document.querySelectorAll('li')).toHaveLength(4)
  expect(page().match(WHY)).toHaveLength(1)
})

test('a low window shows it with the other requests, so that the list below has the height', async () => {
  const requests = own(4).requests.map((one) => ({ ...one, outlook: OWN_ONLY }))
  answers['GET /api/dashboard/outlooks'] = () => Response.json({ ...own(4), requests })
  await show('/dashboard', <OwnOpenRequests />)
  expect(document.querySelectorAll('li')).toHaveLength(2)
  expect(page().match(WHY)).toBeNull()
  await press('Show more')
  expect(page().match(WHY)).toHaveLength(1)
})

test('without open requests there is no card', async () => {
  answers['GET /api/dashboard/outlooks'] = () => Response.json(own(0))
  await show('/dashboard', <OwnOpenRequests />)
  expect(page()).toBe('')
})

test('a list that could not be read says so', async () => {
  answers['GET /api/dashboard/outlooks'] = problem(503, 'The figures are not ready yet.')
  await show('/dashboard', <OwnOpenRequests />)
  expect(page()).toContain('Failed to fetch your open requests')
})
