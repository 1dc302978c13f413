import { join } from 'node:path'
import { serveFlights } from '../support/flights.ts'
import { ROOT } from '../support/imports.ts'
import { launchBrowser } from './support/browser.ts'

const CALLER = { tenantId: 'demo', authType: 'ACCOUNT', authValue: 'demo' } as const
const SHOWN = '/why/average_delay?now=2001-06&was=2001-05&by=origin_state'

// Writes the picture of the README from the page on the flights.
const demo = await serveFlights({ explorer: { caller: CALLER } })
const browser = await launchBrowser()
const page = await browser.newPage({ viewport: { width: 1200, height: 840 }, locale: 'en-GB' })
await page.goto(`${demo.url}/explorer${SHOWN}`)
await page.locator('.breakdown tbody tr').first().waitFor()
await page.locator('.ranking .meter').first().waitFor()
await page.locator('.line.current').waitFor()
await page.screenshot({ path: join(ROOT, 'docs/explorer.png') })
await browser.close()
await demo.close()
