import type { Page } from '@playwright/test'
import type { ServiceRequest } from '../../shared/requests.ts'
import { editDialog } from './steps.ts'
import { expect } from './test.ts'
import { testWalks } from './walks.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const details =
  (tab: string) =>
  async (page: Page, { id, title }: ServiceRequest) => {
    // In the middle of a list, so that both "previous" and "next" exist.
    await page.goto(`/requests?request=${id}&tab=${tab}`)
    await expect(dialog(page).getByRole('heading', { name: title }).locator('[tabindex]')).toBeFocused()
    await expect(dialog(page).getByRole('button', { name: 'Previous request' })).toBeEnabled()
    await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0)
  }

testWalks([
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
      'button Watch',
      'button 1 watching',
      'button Close',
      'button Previous request',
      'button Next request',
      'button Copy link',
      'button Print',
      'button Save as PDF',
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
      'button Watch',
      'button 1 watching',
      'button Close',
      'button Previous request',
      'button Next request',
      'button Copy link',
      'button Print',
      'button Save as PDF',
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
      'switch Internal note – only people who may read internal notes see it',
      'button Edit Request',
      'button Add Comment',
      'button Cancel Request',
      'button Watch',
      'button 1 watching',
      'button Close',
      'button Previous request',
      'button Next request',
      'button Copy link',
      'button Print',
      'button Save as PDF',
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
      'button choose files',
      'button Add Comment',
      'button Cancel Request',
      'button Unwatch',
      'button 1 watching',
      'button Close',
      'button Previous request',
      'button Next request',
      'button Copy link',
      'button Print',
      'button Save as PDF',
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
      'button choose files',
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
      'combobox Requested by',
      'combobox Assigned to',
      'checkbox Overdue',
      'textbox Due from',
      'textbox Due until',
      'textbox Created from',
      'textbox Created until',
      'textbox Finished from',
      'textbox Finished until',
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
      'link Audit Log',
      'link Settings ADMIN',
      'button Light',
      'button Dark',
      'button System',
      'button Sign Out',
      'button Close the menu',
    ],
  },
])
