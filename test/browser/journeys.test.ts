import { createClient } from '@tributary/client'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VIEWS } from '../../packages/explorer/src/address/why-state.ts'
import { fewerFlights, type ServedFlights, serveFlights } from '../support/flights.ts'
import { findBrowser, HOW_TO, launchBrowser, needsBrowser } from './support/browser.ts'
import { expectAccessible, settled, visit } from './support/visit.ts'

const isSkipped = findBrowser() === null && !needsBrowser()
if (isSkipped) process.stderr.write(`${HOW_TO}\n`)

const CALLER = { tenantId: 'demo', authType: 'ACCOUNT', authValue: 'demo' } as const
const JUNE = '/why/average_delay?now=2001-06&was=2001-05&by=origin_state'
const PAGES = [
  '/',
  '/catalog?q=delay',
  '/metric/late_rate',
  '/lineage/METRIC/late_rate?up=2',
  '/dataset/flights',
  '/dimension/origin_state',
  JUNE,
]

describe.skipIf(isSkipped)('in a browser', { timeout: 120_000 }, () => {
  let browser: Browser
  let demo: ServedFlights
  /** The same with fewer flights, for what does not depend on how many there are. */
  let small: ServedFlights
  let removeSmall: () => Promise<void>

  beforeAll(async () => {
    const { folder, remove } = await fewerFlights()
    removeSmall = remove
    demo = await serveFlights({ explorer: { caller: CALLER }, workers: 1 })
    small = await serveFlights({ workspace: folder, explorer: { caller: CALLER } })
    browser = await launchBrowser()
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await demo?.close()
    await small?.close()
    await removeSmall?.()
  })

  const open = (path: string, options = {}, { url } = demo) =>
    visit(browser, `${url}/explorer${path}`, options)

  test.each(PAGES)(
    '%s is accessible in both themes and languages, without a fault',
    async (path) => {
      for (const options of [
        { colorScheme: 'light', locale: 'en-GB' },
        { colorScheme: 'dark', locale: 'zh-CN' },
      ]) {
        const { page, faults, close } = await open(path, options, small)
        await expectAccessible(page)
        expect(await page.getAttribute('html', 'lang')).toBe(options.locale.slice(0, 2))
        expect(faults).toEqual([])
        await close()
      }
    },
  )

  test('from the list of metrics to the states that made June late, and back', async () => {
    const { page, faults, close } = await open('/')
    await page.getByRole('link', { name: 'Why did it change? Average delay' }).click()
    await settled(page)
    // Without a window the last full month of the data is asked against the one before.
    expect(await page.locator('.headline').textContent()).toContain('9.04')
    await page.getByRole('button', { name: /^State of departure.*groups/ }).click()
    await page.getByRole('button', { name: 'Only TX' }).click()
    await settled(page)
    const drilled = page.url()
    expect(drilled).toContain('at=origin_state:TX')
    expect(await page.locator('.headline').textContent()).toContain('9.97')
    const shown = await page.locator('main').textContent()
    await page.reload()
    await settled(page)
    expect(withoutTimes(await page.locator('main').textContent())).toBe(withoutTimes(shown))
    await page.goBack()
    await settled(page)
    expect(page.url()).toContain('by=origin_state')
    expect(page.url()).not.toContain('at=')
    await page.goForward()
    expect(page.url()).toBe(drilled)
    expect(faults).toEqual([])
    await close()
  })

  test('every view of a change is accessible', async () => {
    const drilled = `${JUNE}&at=distance_band:medium`
    const { page, faults, close } = await open(drilled, { locale: 'zh-CN' }, small)
    for (const [at, view] of VIEWS.entries()) {
      await page.emulateMedia({ colorScheme: at % 2 === 0 ? 'light' : 'dark' })
      await page.getByRole('tab').nth(at).click()
      await settled(page)
      expect(page.url().includes(`tab=${view}`)).toBe(view !== 'waterfall')
      await expectAccessible(page)
    }
    expect(faults).toEqual([])
    await close()
  })

  test('a window moved by arrow keys, a cell of the heat map, two groups compared', async () => {
    const { page, faults, close } = await open(`${JUNE}&tab=heat&with=distance_band`)
    await page.getByRole('slider').last().press('ArrowLeft')
    await expect.poll(() => page.url()).toContain('now=2001-05-31..2001-06-29')
    await settled(page)
    await page.goBack()
    await settled(page)
    await page.getByRole('button', { name: 'TX × medium' }).click()
    await settled(page)
    expect(page.url()).toContain('at=origin_state:TX&at=distance_band:medium')
    await page.goBack()
    await page.getByRole('link', { name: 'Compare two groups' }).click()
    for (const [state, at] of [
      ['TX', 1],
      ['GA', 2],
    ] as const) {
      await page
        .locator('.sentence .chosen')
        .nth(at + 1)
        .click()
      await page.getByRole('searchbox', { name: 'Beginning of the value' }).fill(state)
      await settled(page)
      await page.getByRole('button', { name: new RegExp(`^${state}`) }).click()
    }
    await settled(page)
    expect(page.url()).toContain('/peers/average_delay?of=origin_state&a=TX&b=GA')
    expect(await page.locator('.headline').textContent()).toContain('9.97')
    await expectAccessible(page)
    expect(faults).toEqual([])
    await close()
  })

  test('by the keyboard alone: search, open a metric, ask why, change a window', async () => {
    const { page, faults, close } = await open('/')
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
    await tabTo('2001-06')
    await page.keyboard.press('Enter')
    const tag = () => page.evaluate<string>("document.activeElement?.tagName ?? ''")
    await expect.poll(tag).toBe('INPUT')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('2001-04')
    await page.keyboard.press('Enter')
    await settled(page)
    expect(page.url()).toContain('/why/late_rate?now=2001-04')
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

  test('a plan is computed for two days, and a view shown and deleted', async () => {
    const client = createClient({ baseUrl: demo.url, credentials: CALLER })
    await client.createMetricView({
      viewName: 'late_by_band',
      displayName: 'Late by band',
      metrics: ['late_rate'],
      dimensions: ['distance_band'],
    })
    const { page, faults, close } = await open('/operations', { colorScheme: 'dark' })
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

  test('lineage is expanded hop by hop, a column followed, a loss examined', async () => {
    const { page, faults, close } = await open('/lineage/METRIC/late_rate')
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
    const address = page.url()
    await page.getByText('As a list').click()
    expect(await page.locator('details tbody tr').count()).toBe(4)
    await page.getByLabel('changes since').fill('2001-01-01')
    await settled(page)
    await expectAccessible(page)
    await page.goBack()
    expect(page.url()).toBe(address)
    expect(faults).toEqual([])
    await close()
  })

  test('lineage of 2,000 assets is laid out in a worker, and only what is in sight is drawn', async () => {
    const client = createClient({ baseUrl: demo.url, credentials: CALLER })
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
    const { page, faults, close } = await open('/lineage/PHYSICAL_TABLE/lake.hub?down=20')
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

  test('the table has the digits that the service answers', async () => {
    const { page, close } = await open(JUNE)
    const client = createClient({ baseUrl: demo.url, credentials: CALLER })
    const month = (at: number) =>
      `[metric_time] >= "2001-0${at}-01" AND [metric_time] < "2001-0${at + 1}-01"`
    const { tables } = await client.compareTimes({
      metric: 'average_delay',
      dimensions: ['origin_state'],
      attribution: {
        attributionCalculateType: 'ALL',
        currentTimeConstraint: month(6),
        compareTimeConstraint: month(5),
      },
    })
    const { table } = tables[1]!
    const rows = page.locator('.breakdown tbody tr')
    for (let row = 0; row < 5; row += 1) {
      const cells = rows.nth(row).locator('td')
      expect(await rows.nth(row).locator('th').textContent()).toContain(table.origin_state![row])
      expect(await cells.nth(0).getAttribute('title')).toBe(String(table['@compareValue']![row]))
      expect(await cells.nth(1).getAttribute('title')).toBe(String(table['@currentValue']![row]))
      expect(await cells.nth(2).getAttribute('title')).toBe(table['@growth']![row])
    }
    await close()
  })

  test('a condition is written with completion, and a mistake is marked', async () => {
    const { page, faults, close } = await open(JUNE, {}, small)
    await page.getByRole('button', { name: '+ condition' }).press('Enter')
    const editor = page.getByRole('textbox', { name: 'Condition in the expression language' })
    await page.locator('.cm-content').waitFor()
    await page.keyboard.type('[distance_b')
    await page.getByRole('option', { name: /^distance_band/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(' = "short" AND [distance_bnd] != "x"')
    await page.locator('.cm-lintRange-error').waitFor()
    await expectAccessible(page)
    await editor.press('Control+a')
    await page.keyboard.type('[distance_band] = "short" ')
    await page.locator('.cm-lintRange-error').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Apply' }).click()
    await settled(page)
    expect(page.url()).toContain('where=[distance_band]')
    expect(await page.locator('.chip').textContent()).toContain('"short"')
    expect(faults).toEqual([])
    await close()
  })

  test('a question that is wrong says why, and the page stays', async () => {
    const { page, close } = await open(`${JUNE}&where=${encodeURIComponent('[dleay] > 1')}`)
    expect(await page.getByRole('alert').textContent()).toContain('delay')
    await page.getByRole('button', { name: 'Remove: [dleay] > 1' }).click()
    await settled(page)
    expect(await page.locator('.headline').textContent()).toContain('9.04')
    await close()
    const other = await open('/why/average_delay?now=lastmonth')
    expect(await other.page.getByRole('alert').textContent()).toContain('last-month')
    await other.close()
  })
})

/** How long an answer took differs from time to time. */
function withoutTimes(text: string | null): string {
  return (text ?? '').replace(/answered in .*/g, '')
}
