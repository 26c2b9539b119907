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

  // By the wheel, in both directions.
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

  // By the keys and by typing; the choice stays.
  await page.keyboard.press('End')
  await expect(person('999')).toBeInViewport()
  await page.keyboard.type('person 512')
  await expect(person('512')).toBeInViewport()
  await expect(box).toHaveAttribute('aria-activedescendant', (await person('512').getAttribute('id')) ?? '')
  await person('514').click()
  await expect(box).toHaveText('Person 514')
})
