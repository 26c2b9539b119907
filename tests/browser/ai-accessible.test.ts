import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { newRequestDialog } from './steps.ts'

/** The AI screens once they are full; their empty states are among all screens. */
async function expectAccessible(page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      const { violations } = await new AxeBuilder({ page })
        .options({ rules: { 'target-size': { enabled: true } } })
        .analyze()
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${width} ${theme}: ${id} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
      )
      expect(found).toEqual([])
    }
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    expect(wider, `sideways scroll at ${width} px`).toBe(false)
  }
}

test('a classified draft is accessible and fits a phone', async ({ asUser: page }) => {
  await page.goto('/dashboard?modal=new-request')
  const dialog = newRequestDialog(page)
  await dialog.getByLabel('Title', { exact: true }).fill('Two-factor sign-in for customs brokers')
  await dialog.getByLabel('Description', { exact: true }).fill('Passwords alone were stolen twice this year.')
  await dialog.getByRole('tab', { name: 'AI Classification' }).click()
  await dialog.getByRole('button', { name: 'Classify This Request' }).click()
  await expect(dialog.getByText('Words that decided')).toBeVisible()
  await expectAccessible(page)
})

test('an analysis is accessible and fits a phone', async ({ asManager: page, office }) => {
  const request = await office.createRequest(await office.signIn('user'))
  await page.goto(`/dashboard?request=${request.id}&tab=ai`)
  await page.getByRole('button', { name: 'Run AI Analysis' }).click()
  await expect(page.getByRole('button', { name: 'Re-analyze' })).toBeVisible()
  await expectAccessible(page)
})

test('a conversation with its figures is accessible and fits a phone', async ({ asManager: page }) => {
  await page.goto('/ai-assistant')
  for (const example of [
    'What is overdue and critical?',
    'Open requests by department',
    'Compare this month with last month',
  ]) {
    const field = page.getByLabel('Your message')
    await field.fill(example)
    await field.press('Enter')
    await expect(page.getByText('is looking it up')).toHaveCount(0)
  }
  await expect(page.getByRole('region', { name: 'Conversation' }).getByRole('table')).not.toHaveCount(0)
  await expectAccessible(page)
})

test('the rows of a batch are accessible and fit a phone', async ({ asAdmin: page }) => {
  await page.goto('/dashboard?view=ai-analysis')
  const again = page.getByRole('button', { name: 'Analyse again' })
  const start = page.getByRole('button', { name: /^Analyse [\d,]+ requests?$/ })
  await expect(again.or(start)).toBeVisible()
  if (await again.isVisible()) await again.click()
  await start.click()
  await expect(page.getByText('The backlog is analysed')).toBeVisible({ timeout: 25_000 })
  await page
    .getByRole('button', { name: /^Correct RFD/ })
    .first()
    .click()
  await expectAccessible(page)
})
