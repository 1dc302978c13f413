import { expect, test } from 'vitest'
import { JUNE, type Stage } from '../support/stage.ts'
import { expectAccessible, settled } from '../support/visit.ts'

const PAGES = [
  '/',
  '/catalog?q=delay',
  '/metric/late_rate',
  '/lineage/METRIC/late_rate?up=2',
  '/dataset/flights',
  '/dimension/origin_state',
  JUNE,
]

/** Every page on its own, and the way through several by the keyboard. */
export function pageJourneys(stage: () => Stage): void {
  test.each(PAGES)(
    '%s is accessible in both themes and languages, without a fault',
    async (path) => {
      const { page, faults, close } = await stage().open(path)
      expect(await page.getAttribute('html', 'lang')).toBe('en')
      await expectAccessible(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.getByLabel('Language').selectOption('zh')
      expect(await page.getAttribute('html', 'lang')).toBe('zh')
      await expectAccessible(page)
      expect(faults).toEqual([])
      await close()
    },
  )

  test('by the keyboard alone: search, open a metric, ask why, change a window', async () => {
    const { page, faults, close } = await stage().open('/')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('late rate')
    await page.keyboard.press('Enter')
    await settled(page)
    await tabTo('Late rate')
    await page.keyboard.press('Enter')
    await settled(page)
    await tabTo('Why did it change?')
    await page.keyboard.press('Enter')
    await settled(page)
    await page.keyboard.press('[')
    await expect.poll(() => page.url()).toContain('/why/late_rate?now=2001-05')
    await settled(page)
    await page.keyboard.press('?')
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await shortcuts.waitFor()
    await page.keyboard.press('Escape')
    await shortcuts.waitFor({ state: 'detached' })
    await page.keyboard.press('t')
    const tag = () => page.evaluate<string>("document.activeElement?.tagName ?? ''")
    await expect.poll(tag).toBe('INPUT')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('2001-04')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('/why/late_rate?now=2001-04')
    await settled(page)
    await page.keyboard.press('m')
    const chooser = page.getByRole('dialog', { name: 'Choose a metric' })
    await chooser.waitFor()
    await expect.poll(tag).toBe('INPUT')
    await page.keyboard.press('Escape')
    await chooser.waitFor({ state: 'detached' })
    await page.keyboard.press('2')
    const second = page.locator('.ranking li button').nth(1)
    await expect.poll(() => second.getAttribute('aria-pressed')).toBe('true')
    expect(page.url()).toContain('by=')
    await settled(page)
    await page.keyboard.press('/')
    await page.getByRole('textbox', { name: 'Condition in the expression language' }).waitFor()
    expect(faults).toEqual([])
    await close()

    async function tabTo(name: string): Promise<void> {
      for (let step = 0; step < 60; step += 1) {
        await page.keyboard.press('Tab')
        const focused = await page.evaluate<string>("document.activeElement?.textContent ?? ''")
        if (focused.trim().startsWith(name)) return
      }
      throw new Error(`Tab does not reach ${name}`)
    }
  })
}
