import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A page of the explorer in a browser, with what went wrong on it. */
export interface Visit {
  readonly page: Page
  /** Errors of the console, of scripts and of the content policy, in order. */
  readonly faults: readonly string[]
  close(): Promise<void>
}

/** Opens an address of the explorer and waits until nothing is asked any more. */
export async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const visited = await visitAny(browser, url, options)
  await settled(visited.page)
  return visited
}

/** Opens any address. */
export async function visitAny(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1300, height: 1000 }, ...options })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(url)
  return { page, faults, close: () => context.close() }
}

/** Resolves when the page was drawn twice. */
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** Waits until no part of the page waits for an answer. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('main > *')
  const waiting = page.locator('[aria-busy=true], .skeleton')
  // An answer may lead to the next question, which begins when the page is drawn.
  do {
    await expect.poll(() => waiting.count(), { timeout: 60_000 }).toBe(0)
    await page.evaluate(DRAWN)
  } while ((await waiting.count()) > 0)
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** Expects that axe finds nothing against WCAG 2.2 AA or its best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE)
  const found = await page.evaluate(async () => {
    const scope = globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const { violations } = await scope.axe.run({ runOnly: tags })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
  expect(found).toEqual([])
}
