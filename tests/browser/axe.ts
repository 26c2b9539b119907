import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

type Theme = 'light' | 'dark'

/**
 * All rules of WCAG 2.2 A and AA and the best practices, once; in the dark theme only colours differ.
 * Legacy mode leaves out frames of other origins, which the product has none of, and with them an extra page per call.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, 'light')
  await expectNoViolations(page, 'dark', ['color-contrast'])
}

/** Accessible at the first width in both themes and at the last one, without horizontal overflow at any. */
export async function expectAccessibleAt(page: Page, ...widths: number[]): Promise<void> {
  for (const [i, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 })
    if (i === 0) await expectAccessible(page)
    else if (i === widths.length - 1) await expectNoViolations(page, 'light')
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    expect(wider, `sideways scroll at ${width} px`).toBe(false)
  }
}

/** @param rules all when left out; the target size rule is off by default */
export async function expectNoViolations(page: Page, theme: Theme, rules?: string[]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (
    rules
      ? axe.withRules(rules)
      : axe.options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })
  ).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${theme}: ${id} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  )
  expect(found, `at ${page.viewportSize()?.width} px`).toEqual([])
}
