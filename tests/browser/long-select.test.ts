import { expectAccessibleAt } from './axe.ts'
import { expect, test } from './test.ts'

const PEOPLE = Array.from({ length: 1000 }, (_, i) => ({
  id: `person-${i}`,
  firstName: 'Person',
  lastName: String(i).padStart(3, '0'),
  role: 'user',
}))

test('a list of a thousand people is gone through by wheel, keys and typing', async ({ asManager: page }) => {
  await page.route('**/api/users', (route) => route.fulfill({ json: PEOPLE }))
  await page.goto('/requests')
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  const box = page.getByRole('combobox', { name: 'Assigned To' })
  const options = page.getByRole('option')
  const person = (number: string) => page.getByRole('option', { name: `Person ${number}`, exact: true })
  await box.click()
  await expect(person('000')).toBeVisible()
  expect(await options.count()).toBeLessThan(100)

  // Scroll by the wheel, in both directions.
  await person('000').hover()
  await page.mouse.wheel(0, 12_000)
  await expect(person('000')).toHaveCount(0)
  await expect(options.last()).not.toBeInViewport()
  const seen = await page.getByRole('listbox').evaluate((list) => {
    const { left, top } = list.getBoundingClientRect()
    return document.elementFromPoint(left + 30, top + 30)?.closest('[role=option]')?.textContent ?? 'nothing'
  })
  expect(seen).toMatch(/^Person \d{3}$/)
  await page.mouse.wheel(0, -20_000)
  await expect(person('000')).toBeVisible()

  // Scroll by the keys and by typing; the selection stays.
  await page.keyboard.press('End')
  await expect(person('999')).toBeInViewport()
  const search = page.getByRole('searchbox', { name: 'Search the list' })
  await expect(search).toBeFocused()
  await page.keyboard.type('512 pers')
  await expect(options).toHaveText(['Person 512'])
  await expect(search).toHaveAttribute('aria-activedescendant', (await person('512').getAttribute('id')) ?? '')
  await page.keyboard.type('x')
  await expect(page.getByText('Nothing in the list matches')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(search).toBeFocused()
  await search.fill('51')
  await page.keyboard.press('ArrowDown')
  await person('514').click()
  await expect(box).toHaveText('Person 514')
  await expect(box).toBeFocused()
})

test('the search of a long list is left by the keys without leaving the dialog', async ({ asManager: page }) => {
  await page.route('**/api/users', (route) => route.fulfill({ json: PEOPLE }))
  await page.goto('/requests')
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  const box = page.getByRole('combobox', { name: 'Assigned To' })
  await box.press('Enter')
  const search = page.getByRole('searchbox', { name: 'Search the list' })
  await search.fill('person 7')
  await page.keyboard.press('Escape')
  await expect(search).toHaveCount(0)
  await expect(box).toBeFocused()
  await box.press('Enter')
  await expect(search).toHaveValue('')
  await search.fill('person 70')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(box).toHaveText('Person 170')
  await expect(box).toBeFocused()
  await box.press('Enter')
  await page.keyboard.press('Tab')
  await expect(search).toHaveCount(0)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('body')).not.toBeFocused()
  await expectAccessibleAt(page, 390, 1366)
})
