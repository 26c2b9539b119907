import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** All rules of WCAG 2.2 A and AA and the best practices; the target size rule is off by default. */
export async function expectAccessible(page: Page, ...themes: ('light' | 'dark')[]): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const axe = new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } })
    const { violations } = await axe.analyze()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${theme}: ${id} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
    )
    expect(found, `at ${page.viewportSize()?.width} px`).toEqual([])
  }
}

/** In both themes at each of these widths, without horizontal overflow. */
export async function expectAccessibleAt(page: Page, ...widths: number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, 'light', 'dark')
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    expect(wider, `sideways scroll at ${width} px`).toBe(false)
  }
}
