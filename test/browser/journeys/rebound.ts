import { expect, test } from 'vitest'
import { REBOUND } from '../support/browser.ts'
import { CALLER, type Stage } from '../support/stage.ts'

/** What a page of the name sends; for the browser it is a page of the service. */
const REQUESTS = [
  ['GET', '/api/v1/caller', null],
  ['GET', '/api/v1/lineage/queryAll', null],
  ['GET', '/api/v1/accelerate/plan/delete?planId=1', null],
  [
    'POST',
    '/api/v1/userPropertyValue/save',
    {
      identityType: 'USER_ACCOUNT',
      userPropertyRequests: [
        { identityValue: CALLER.authValue, properties: [{ name: 'region', value: 'mine' }] },
      ],
    },
  ],
  ['GET', '/metrics', null],
  ['GET', '/explorer', null],
  ['GET', '/openapi.json', null],
] as const

/** The page of a site whose name leads to this machine once the page has been loaded. */
export function reboundJourneys(stage: () => Stage): void {
  test('a page whose host is rebound to this machine (DNS rebinding) can read and write nothing', async () => {
    const { browser, service, client } = stage()
    const site = `http://${REBOUND}:${new URL(service.url).port}`
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.route(`${site}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Attack</title>' }),
    )
    await page.goto(`${site}/`)
    const answers = await page.evaluate(
      async ([requests, caller]) =>
        Promise.all(
          requests.map(async ([method, path, body]) => {
            const headers = {
              'tenant-id': caller.tenantId,
              'auth-type': caller.authType,
              'auth-value': caller.authValue,
              ...(body !== null && { 'content-type': 'application/json' }),
            }
            const sent = body === null ? null : JSON.stringify(body)
            const response = await fetch(path, { method, headers, body: sent })
            return [response.status, await response.text()] as const
          }),
        ),
      [REQUESTS, CALLER] as const,
    )
    for (const [status, text] of answers) {
      expect(status).toBe(403)
      expect(JSON.parse(text)).toMatchObject({ data: null, code: '403' })
      expect(text).toContain(`found ${REBOUND}`)
    }
    const attributes = await client.userAttributes({
      identityType: 'USER_ACCOUNT',
      identityValues: [CALLER.authValue],
    })
    expect(JSON.stringify(attributes)).not.toContain('mine')
    await context.close()
  })
}
