import { expect, test } from 'vitest'
import type { Stage } from '../support/stage.ts'
import { expectAccessible, settled } from '../support/visit.ts'

/** Plans, tasks and views. */
export function operationsJourneys(stage: () => Stage): void {
  test('a plan is computed for two days, and a view shown and deleted', async () => {
    const { client } = stage()
    await client.createMetricView({
      viewName: 'late_by_band',
      displayName: 'Late by band',
      metrics: ['late_rate'],
      dimensions: ['distance_band'],
    })
    const { page, faults, close } = await stage().open('/operations', { colorScheme: 'dark' })
    await page.getByRole('link', { name: 'Flights by day' }).click()
    await page.getByLabel('From').fill('2001-06-01')
    await page.getByLabel('to', { exact: true }).fill('2001-06-02')
    await page.getByText('2 days, 2 instances').waitFor()
    await page.getByRole('button', { name: 'Begin' }).click()
    await page.getByRole('status').filter({ hasText: '2 of 2 done' }).waitFor()
    await page.getByRole('button', { name: '2001-06-02' }).click()
    await settled(page)
    expect(await page.locator('pre').textContent()).toContain('SELECT')
    expect(page.url()).toMatch(/plan=.+&task=flights_by_day/)
    await expectAccessible(page)
    await page.getByRole('searchbox').fill('Late by band')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Late by band' }).click()
    await settled(page)
    expect(await page.locator('tbody tr').count()).toBe(3)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete this view' }).click()
    await page.keyboard.type('late_by_band')
    await page.keyboard.press('Enter')
    await page.waitForURL(/catalog\?type=ANALYSIS_VIEW/)
    expect((await client.listViews({})).items).toEqual([])
    expect(faults).toEqual([])
    await close()
  })
}
