import { expect, test } from 'vitest'
import type { Stage } from '../support/stage.ts'
import { expectAccessible, settled } from '../support/visit.ts'

/** The page of the lineage. */
export function lineageJourneys(stage: () => Stage): void {
  test('lineage is expanded hop by hop, a column followed, a loss examined', async () => {
    const { page, faults, close } = await stage().open('/lineage/METRIC/late_rate')
    const boxes = page.locator('.box')
    expect(await boxes.count()).toBe(3)
    await page.getByRole('button', { name: 'Show 1 more that feed late_flights' }).press('Enter')
    await settled(page)
    expect(await boxes.count()).toBe(4)
    await page.locator('.box.dataset').press('Enter')
    await settled(page)
    expect(await page.locator('.impacted').first().textContent()).toContain('Late ratebreaks')
    await page.getByRole('button', { name: 'Follow the column delay' }).click()
    await settled(page)
    expect(await page.locator('.box.off-way').allTextContents()).toEqual(['FlightsMetric'])
    await page.getByRole('button', { name: 'cycles' }).click()
    await page.getByText('There are none.').waitFor()
    await page.getByRole('button', { name: 'single points of failure' }).click()
    const points = page.getByRole('table', { name: 'Each of these alone breaks late_rate' })
    await expect.poll(() => points.locator('tbody a').allTextContents()).toContain('Flights')
    const address = page.url()
    expect(address).toContain('find=single-points')
    await page.getByText('As a list').click()
    await expect.poll(() => page.locator('details tbody tr').count()).toBe(4)
    await page.getByLabel('changes since').fill('2001-01-01')
    await settled(page)
    await expectAccessible(page)
    await page.goBack()
    expect(page.url()).toBe(address)
    expect(faults).toEqual([])
    await close()
  })

  test('lineage of 2,000 assets is laid out in a worker, and only what is in sight is drawn', async () => {
    const { client } = stage()
    const table = (name: string) => `PHYSICAL_TABLE,lake.${name}`
    const rows = Array.from({ length: 250 }, (_, row) => row)
    const edges = rows.flatMap((row) => [
      [table('hub'), table(`l0.t${row}`)],
      ...[0, 1, 2, 3, 4, 5, 6].flatMap((layer) =>
        [row * 7, row * 13 + 5].map((to) => [
          table(`l${layer}.t${row}`),
          table(`l${layer + 1}.t${to % 250}`),
        ]),
      ),
    ])
    const header = 'src_type,src_id,dst_type,dst_id'
    const text = [header, ...edges.map(String)].join('\n')
    expect((await client.importLineage({ text, format: 'csv' })).vertices).toBe(2_001)
    const { page, faults, close } = await stage().open('/lineage/PHYSICAL_TABLE/lake.hub?down=20')
    expect(await page.getByText('2,000 assets are shown').count()).toBe(1)
    const drawn = await page.locator('.box').count()
    expect(drawn).toBeGreaterThan(10)
    expect(drawn).toBeLessThan(300)
    await page.locator('.box.root').waitFor()
    const before = await page.locator('.box').first().getAttribute('title')
    await page.locator('.graph').evaluate((place) => place.scrollTo(0, 0))
    await expect.poll(() => page.locator('.box').first().getAttribute('title')).not.toBe(before)
    expect(faults).toEqual([])
    await close()
  })
}
