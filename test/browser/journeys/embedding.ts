import { serve } from '@tributary/server'
import { expect, test } from 'vitest'
import { CALLER, type Stage } from '../support/stage.ts'
import { visitAny } from '../support/visit.ts'

const ELEMENT =
  '<tributary-why metric="average_delay" current="2001-06" compare="2001-05" by="distance_band" theme="dark" language="zh"></tributary-why>'

/** Notes what the element says in the title of the page, and signs in when it is asked to. */
const SCRIPT = `
const element = document.querySelector('tributary-why')
element.addEventListener('navigated', ({ detail }) => { document.title = detail.address })
element.addEventListener('sign-in-needed', () => { element.caller = ${JSON.stringify(CALLER)} })
`

/** Pages of the explorer in frames of other sites. */
export function embeddingJourneys(stage: () => Stage): void {
  test('a listed site shows why a metric changed, signs in by message and follows what is shown', async () => {
    const { service, browser, sites } = stage()
    const { platform } = service
    const { allowed } = sites
    // A service that does not know who asks, unlike the demo.
    const other = await serve({
      platform,
      host: '127.0.0.1',
      port: 0,
      explorer: { origins: [allowed.url] },
    })
    allowed.show({ service: other.url, body: `<h1>Host</h1>${ELEMENT}`, script: SCRIPT })
    const { page, faults, close } = await visitAny(browser, allowed.url)
    const frame = page.frameLocator('tributary-why iframe')
    await frame.getByRole('button', { name: '只看 short' }).click()
    await expect.poll(() => page.title()).toContain('at=distance_band:short')
    expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark')
    const place = page.locator('tributary-why iframe')
    expect(await place.getAttribute('title')).toContain('Average delay')
    await expect.poll(async () => (await place.boundingBox())!.height).toBeGreaterThan(700)
    await page.locator('tributary-why').evaluate((element) => {
      element.setAttribute('by', 'origin_state')
      element.setAttribute('where', '[delay] > 15')
    })
    await expect.poll(() => page.title()).toContain('by=origin_state&where=[delay]+%3E+15')
    await frame.getByRole('button', { name: '只看 TX' }).waitFor()
    for (const one of page.frames()) expect(one.url()).not.toMatch(/auth|caller|tenant/)
    expect(faults).toEqual([])
    await close()
    await other.close()
  })

  test('another site shows a link in place of the page', async () => {
    const { service, browser, sites } = stage()
    sites.refused.show({ service: service.url, body: ELEMENT, script: SCRIPT })
    const { page, faults, close } = await visitAny(browser, sites.refused.url)
    const link = page.getByRole('link', { name: '在新标签页中打开' })
    await link.waitFor({ timeout: 20_000 })
    expect(await link.getAttribute('href')).toContain('/explorer/why/average_delay?now=2001-06')
    expect(faults.join(' ')).toContain('frame-ancestors')
    await close()
  })
}
