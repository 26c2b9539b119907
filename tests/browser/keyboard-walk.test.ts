import type { Page } from '@playwright/test'
import type { ServiceRequest } from '../../shared/requests.ts'
import type { Role } from './office.ts'
import { editDialog, openBatchStart } from './steps.ts'
import { expect, failedWith, test } from './test.ts'
import { END_OF_PAGE, walk } from './walk.ts'

interface Walk {
  name: string
  role: Role | null
  width?: number
  /** Comes to the screen; the walk begins where the focus is then. */
  open: (page: Page, request: ServiceRequest) => Promise<void>
  /** The stops in their order; the walk ends where it comes round, or before the stop `beyond`. */
  stops: string[]
  beyond?: string
}

const dialog = (page: Page) => page.getByRole('dialog')
const details =
  (tab: string) =>
  async (page: Page, { id, title }: ServiceRequest) => {
    // In the middle of a list, so that there are a previous and a next one.
    await page.goto(`/requests?request=${id}&tab=${tab}`)
    await expect(dialog(page).getByRole('heading', { name: title }).locator('[tabindex]')).toBeFocused()
    await expect(dialog(page).getByRole('button', { name: 'Previous request' })).toBeEnabled()
    await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0)
  }

const WALKS: Walk[] = [
  {
    name: 'details',
    role: 'manager',
    open: details('details'),
    stops: [
      'tab Details',
      'tabpanel Details',
      'button Edit Request',
      'button Add Comment',
      'button Cancel Request',
      'button Close',
      'button Previous request',
      'button Next request',
      'button Copy link',
      'button Print',
      'button Close',
    ],
  },
  {
    name: 'details, AI Analysis',
    role: 'manager',
    open: details('ai'),
    stops: [
      'tab AI Analysis',
      'tabpanel AI Analysis',
      'button Run AI Analysis',
      'fold Reasoning',
      'button Edit Request',
      'button Add Comment',
      'button Cancel Request',
      'button Close',
      'button Previous request',
      'button Next request',
      'button Copy link',
      'button Print',
      'button Close',
    ],
  },
  {
    name: 'details, Comments',
    role: 'manager',
    open: details('comments'),
    stops: [
      'tab Comments',
      'tabpanel Comments',
      'textbox Your comment',
      'button Edit Request',
      'button Add Comment',
      'button Cancel Request',
      'button Close',
      'button Previous request',
      'button Next request',
      'button Copy link',
      'button Print',
      'button Close',
    ],
  },
  {
    name: 'details, Documents',
    role: 'user',
    open: details('documents'),
    stops: [
      'tab Documents',
      'tabpanel Documents',
      'button Add Comment',
      'button Cancel Request',
      'button Close',
      'button Previous request',
      'button Next request',
      'button Copy link',
      'button Print',
      'button Close',
    ],
  },
  {
    name: 'new request',
    role: 'manager',
    open: async (page) => {
      await page.goto('/dashboard?modal=new-request')
      await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
    },
    stops: [
      'combobox Department',
      'combobox Priority',
      'textbox Due date',
      'textbox Description',
      'button Cancel',
      'button Submit Request',
      'button Close',
      'tab Request Form',
      'tabpanel Request Form',
      'textbox Title',
    ],
  },
  {
    name: 'new request, AI Classification',
    role: 'user',
    open: async (page) => {
      await page.goto('/dashboard?modal=new-request')
      await page.getByRole('tab', { name: 'AI Classification' }).click()
      await expect(page.getByRole('button', { name: 'Classify This Request' })).toBeVisible()
      await page.getByRole('tab', { name: 'AI Classification' }).focus()
    },
    stops: [
      'tabpanel AI Classification',
      'button Classify This Request',
      'button Clear it',
      'button Cancel',
      'button Submit Request',
      'button Close',
      'tab AI Classification',
    ],
  },
  {
    name: 'edit',
    role: 'manager',
    open: async (page, { id }) => {
      await page.goto(`/requests?edit=${id}`)
      await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
    },
    stops: [
      'textbox Description',
      'combobox Priority',
      'combobox Department',
      'combobox Assigned to',
      'textbox Due date',
      'button Cancel',
      'button Update Request',
      'button Close',
      'textbox Request ID',
      'combobox Status',
      'textbox Title',
    ],
  },
  {
    name: 'cancel',
    role: 'manager',
    open: async (page, { id }) => {
      await page.goto(`/requests?cancel=${id}`)
      await expect(page.getByLabel('Reason')).toBeFocused()
    },
    stops: ['button Keep Request', 'button Cancel Request', 'button Close', 'textbox Reason'],
  },
  {
    name: 'conflict',
    role: 'manager',
    open: async (page, { id }) => {
      await page.goto(`/requests?edit=${id}`)
      await editDialog(page).getByLabel('Title', { exact: true }).fill('As this window has it')
      await page.evaluate(async (request) => {
        const headers = {
          authorization: `Bearer ${localStorage.getItem('rfd.token')}`,
          'content-type': 'application/json',
        }
        const body = JSON.stringify({ title: 'As the other window has it' })
        await fetch(`/api/requests/${request}`, { method: 'PATCH', headers, body })
      }, id)
      await page.getByRole('button', { name: 'Update Request' }).click()
      await expect(dialog(page).getByRole('button', { name: 'Save this mix' })).toBeVisible()
    },
    stops: [
      'radio As this window has it',
      'button Use all of Nadia’s',
      'button Keep all of mine',
      'button Save this mix',
      'button Close',
    ],
  },
  {
    name: 'filters',
    role: 'user',
    open: async (page) => {
      await page.goto('/requests')
      await page.getByRole('button', { name: 'Add filter' }).press('Enter')
      await expect(page.getByLabel('Critical')).toBeFocused()
    },
    beyond: 'button Request ID',
    stops: [
      'checkbox High',
      'checkbox Medium',
      'checkbox Low',
      'checkbox IT Development',
      'checkbox Data Management',
      'checkbox Cybersecurity',
      'checkbox Operations',
      'checkbox Compliance',
      'combobox Assigned to',
      'checkbox Mine',
      'checkbox Overdue',
      'textbox Due from',
      'textbox Due until',
      'textbox Created from',
      'textbox Created until',
      'button Done',
    ],
  },
  {
    name: 'menu of a phone',
    role: 'admin',
    width: 390,
    open: async (page) => {
      await page.goto('/requests')
      await page.getByRole('button', { name: 'Menu' }).press('Enter')
      await expect(dialog(page)).toBeVisible()
    },
    stops: [
      'link Dashboard',
      'link New RFD Request',
      'link All Requests',
      'link Analytics',
      'link AI Assistant',
      'link Profile',
      'link Team Management ADMIN',
      'link Export Reports',
      'link Settings ADMIN',
      'button Light',
      'button Dark',
      'button System',
      'button Sign Out',
      'button Close the menu',
    ],
  },
  {
    name: 'sign-in',
    role: null,
    open: async (page) => {
      await page.goto('/login')
      await expect(page.getByLabel('Username')).toBeFocused()
    },
    stops: ['textbox Password', 'button Show the text: Password', 'button Sign In'],
    beyond: END_OF_PAGE,
  },
  {
    name: 'setup',
    role: null,
    open: async (page) => {
      // As before anybody has an account.
      await page.route('**/api/setup', (route) => route.fulfill({ json: { open: true } }))
      await page.goto('/setup?token=none')
      await expect(page.getByLabel('First name')).toBeFocused()
    },
    stops: [
      'textbox Last name',
      'textbox Email',
      'textbox Username',
      'textbox Password',
      'button Show the text: Password',
      'button Create administrator',
    ],
    beyond: 'link Sign in',
  },
  {
    name: 'password',
    role: 'user',
    open: async (page) => {
      await page.goto('/profile')
      await page.getByRole('button', { name: 'Change Password' }).press('Enter')
      await expect(page.getByLabel('Current password')).toBeFocused()
    },
    stops: [
      'textbox New password',
      'textbox Repeat the new password',
      'checkbox Show the passwords',
      'button Change Password',
      'button Cancel',
    ],
    beyond: 'button Sign out the others',
  },
  {
    name: 'personal information',
    role: 'user',
    open: async (page) => {
      await page.goto('/profile')
      await page.getByRole('button', { name: 'Edit Profile' }).press('Enter')
      await expect(page.getByLabel('First name')).toBeFocused()
    },
    stops: [
      'textbox Last name',
      'textbox Email',
      'combobox Department',
      'textbox Username',
      'button Save Changes',
      'button Cancel',
    ],
    beyond: 'button Change Password',
  },
  {
    name: 'settings of the language model',
    role: 'admin',
    open: async (page) => {
      await page.goto('/settings/ai')
      await page.getByLabel('Address').focus()
    },
    stops: [
      'textbox Model',
      'textbox Key',
      'textbox Time limit in seconds',
      'textbox Calls per day',
      'textbox Calls per person and day',
      'checkbox Keep everything on this machine',
      'button Test now',
    ],
    // The table below is a stop only while it is too wide for its room.
    beyond: 'group Usage by month',
  },
  {
    name: 'estimate settings',
    role: 'admin',
    open: async (page) => {
      await page.goto('/settings/estimates')
      await expect(page.getByRole('radio', { name: 'Calendar days' })).toBeVisible()
      await page.getByRole('link', { name: 'Settings', exact: true }).last().focus()
    },
    // One radio of a group is a stop; the buttons are off until something is changed.
    stops: ['radio Calendar days'],
    beyond: END_OF_PAGE,
  },
  {
    name: 'notifications',
    role: 'manager',
    open: async (page) => {
      await page.goto('/profile')
      await expect(page.getByRole('heading', { name: 'Your sessions' })).toBeVisible()
      await page.getByRole('button', { name: 'Notifications' }).press('Enter')
      await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeFocused()
    },
    stops: ['button Sign Out', 'link Dashboard'],
    beyond: 'link New RFD Request',
  },
  {
    name: 'start of a batch',
    role: 'manager',
    open: async (page) => {
      await openBatchStart(page)
      await page.getByRole('tab', { name: 'AI Analysis' }).focus()
    },
    stops: [
      'tabpanel AI Analysis',
      'combobox Status',
      'combobox Department',
      'combobox Priority',
      'checkbox Only overdue requests',
      'checkbox Estimate the processing time too',
      'button Analyze',
    ],
    // Where another run was before, its rows follow.
    beyond: 'button Cancel',
  },
  {
    name: 'assistant',
    role: 'manager',
    open: async (page) => {
      await page.goto('/ai-assistant')
      await page.getByLabel('Your message').fill('What is overdue and critical?')
    },
    stops: [
      'button Send',
      'button What is overdue and critical?',
      'button Who has the most open requests?',
      'button Compare this month with last month',
      'button Open requests by department',
      'button Draft the weekly summary',
    ],
    beyond: END_OF_PAGE,
  },
]

for (const { name, role, width, open: come, stops, beyond } of WALKS) {
  test(`Tab goes through: ${name}`, async ({ open, office, expected }) => {
    if (name === 'conflict') expected.push(failedWith(409))
    const user = await office.signIn('user')
    await office.createRequest(user)
    const request = await office.createRequest(user)
    await office.createRequest(user)
    const page = await open(role)
    if (width) await page.setViewportSize({ width, height: 844 })
    await come(page, request)
    const isBeyond = (stop: string) => beyond !== undefined && (stop === END_OF_PAGE || stop.startsWith(beyond))
    const there = await walk(page, 'Tab', isBeyond)
    expect(there).toEqual(stops)
    if (beyond !== undefined) return
    const back = await walk(page, 'Shift+Tab')
    // Round the other way, from where the first walk has ended.
    expect(back.toReversed()).toEqual(there)
  })
}
