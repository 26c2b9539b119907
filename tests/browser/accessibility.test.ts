import type { Page } from '@playwright/test'
import { expectAccessible, expectNoViolations } from './axe.ts'
import { expect, test } from './test.ts'
import { SCREENS } from './screens.ts'
import { newRequestDialog } from './steps.ts'

const PHONE = { width: 390, height: 844 }

/** No horizontal overflow, neither of the page nor hidden inside a dialog. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  for (const width of [320, 390]) {
    await page.setViewportSize({ ...PHONE, width })
    const wider = () =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('[role=dialog], [role=dialog] .body')]
          .filter((box) => box.scrollWidth > box.clientWidth)
          .map((box) => `${box.tagName} ${box.className}: ${box.scrollWidth} in ${box.clientWidth}`),
      )
    await expect.poll(wider, `at ${width} px`).toEqual([])
  }
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Both themes at desktop size; on a phone, which renders other parts, one. */
async function expectFit(page: Page): Promise<void> {
  await settled(page)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await expectNoViolations(page, 'light')
}

// A context of its own for each screen would take a fifth more of the processor.
for (const role of new Set(SCREENS.map((screen) => screen.role))) {
  test(`the screens of ${role ?? 'nobody'} are accessible in both themes and fit a phone`, async ({ open }) => {
    const page = await open(role)
    const desktop = page.viewportSize()!
    for (const { path, heading } of SCREENS.filter((screen) => screen.role === role))
      await test.step(path, async () => {
        await page.setViewportSize(desktop)
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expectFit(page)
      })
  })
}

for (const { what, query } of [
  { what: 'New RFD Request', query: () => 'modal=new-request' },
  { what: 'details', query: (id: string) => `request=${id}` },
  { what: 'AI analysis', query: (id: string) => `request=${id}&tab=ai` },
  { what: 'comments', query: (id: string) => `request=${id}&tab=comments` },
  { what: 'documents', query: (id: string) => `request=${id}&tab=documents` },
  { what: 'edit', query: (id: string) => `edit=${id}` },
]) {
  test(`the ${what} dialog is accessible in both themes and fits a phone`, async ({ asManager: page, office }) => {
    const request = await office.createRequest(await office.signIn('user'))
    await page.goto(`/dashboard?${query(request.id)}`)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectFit(page)
  })
}

test('a form with faults and the AI Classification tab are accessible', async ({ asUser: page }) => {
  await page.goto('/dashboard?modal=new-request')
  const dialog = newRequestDialog(page)
  await dialog.getByRole('button', { name: 'Submit Request' }).click()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('tab', { name: 'AI Classification' }).click()
  await expectAccessible(page)
})

test('the menu of a phone is accessible', async ({ asManager: page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expectAccessible(page)
})

test('a request’s own page is accessible in both themes and fits a phone', async ({ asUser: page, office }) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/requests/${request.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectFit(page)
})

test('an open list is accessible', async ({ asManager: page }) => {
  await page.goto('/requests')
  await settled(page)
  await page.getByRole('combobox', { name: 'Status' }).press('Enter')
  await expect(page.getByRole('listbox')).toBeVisible()
  await expectAccessible(page)
})

test('a tooltip is accessible', async ({ asManager: page }) => {
  await page.goto('/requests')
  await settled(page)
  await page.getByRole('button', { name: 'View' }).first().hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await expectAccessible(page)
})

for (const { button, panel } of [
  { button: 'Notifications', panel: 'Notifications' },
  { button: /^Theme/, panel: 'Theme' },
  { button: 'Add filter', panel: 'Filters' },
]) {
  test(`the panel ${panel} is accessible and fits a phone`, async ({ asManager: page }) => {
    await page.goto('/requests')
    await settled(page)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('dialog', { name: panel })).toBeVisible()
    await expectAccessible(page)
    if (panel !== 'Theme') await expectNoSidewaysScroll(page)
  })
}
