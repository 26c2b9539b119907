import { openBatchStart } from './steps.ts'
import { expect } from './test.ts'
import { END_OF_PAGE } from './walk.ts'
import { testWalks } from './walks.ts'

testWalks([
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
      // As before the first account is created.
      await page.route('**/api/setup/open', (route) => route.fulfill({ json: { open: true } }))
      await page.goto('/setup#none')
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
    // The number of sessions depends on other tests.
    beyond: ['button Sign out other sessions', 'button End the session'],
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
    // The table below is a tab stop only while it overflows.
    beyond: 'group Usage by month',
  },
  {
    name: 'email settings',
    role: 'admin',
    open: async (page) => {
      await page.goto('/settings/email')
      await page.getByLabel('SMTP host').focus()
    },
    stops: [
      'textbox Port',
      'combobox Security',
      'textbox Username',
      'textbox Password',
      'textbox Sender',
      'textbox Digest of the audit log',
      'textbox Send the test message to',
      'button Send test message',
    ],
    beyond: END_OF_PAGE,
  },
  {
    name: 'estimate settings',
    role: 'admin',
    open: async (page) => {
      await page.goto('/settings/estimates')
      await expect(page.getByRole('radio', { name: 'Calendar days' })).toBeVisible()
      await page.getByRole('link', { name: 'Settings', exact: true }).last().focus()
    },
    // A radio group has one tab stop; the buttons are disabled until something is changed.
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
    // After an earlier run, its rows follow.
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
])
