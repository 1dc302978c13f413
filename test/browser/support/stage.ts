import { createClient } from '@tributary/client'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { fewerFlights, type ServedFlights, serveFlights } from '../../support/flights.ts'
import { launchBrowser } from './browser.ts'
import { type HostSite, serveHost } from './host-site.ts'
import { type Visit, visit } from './visit.ts'

/** The caller of the demo. */
export const CALLER = { tenantId: 'demo', authType: 'ACCOUNT', authValue: 'demo' } as const

/** Average delay in June 2001 against May. */
export const JUNE = '/why/average_delay?now=2001-06&was=2001-05&by=origin_state'

/** What all journeys share: one browser, one service with a tenth of the flights, two sites that embed it. */
export interface Stage {
  readonly browser: Browser
  readonly service: ServedFlights
  /** The folder of its workspace. */
  readonly folder: string
  /** The site that may embed pages of the explorer, and one that may not. */
  readonly sites: { readonly allowed: HostSite; readonly refused: HostSite }
  readonly client: ReturnType<typeof createClient>
  open(path: string, options?: BrowserContextOptions): Promise<Visit>
  close(): Promise<void>
}

/** Starts everything; takes a few seconds. */
export async function startStage(): Promise<Stage> {
  const [allowed, refused, flights] = await Promise.all([serveHost(), serveHost(), fewerFlights()])
  const service = await serveFlights({
    workspace: flights.folder,
    explorer: { caller: CALLER, origins: [allowed.url] },
    workers: 1,
  })
  const browser = await launchBrowser()
  return {
    browser,
    service,
    folder: flights.folder,
    sites: { allowed, refused },
    client: createClient({ baseUrl: service.url, credentials: CALLER }),
    open: (path, options) => visit(browser, `${service.url}/explorer${path}`, options),
    close: async () => {
      await browser.close()
      await service.close()
      await Promise.all([allowed.close(), refused.close(), flights.remove()])
    },
  }
}
