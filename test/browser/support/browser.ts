import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

// Chromium without windows first: the same engine, for less than two thirds of the processor time.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** The path of a browser: `TRIBUTARY_BROWSER`, or the first that is on the path of commands; null when there is none. */
export function findBrowser(): string | null {
  const named = process.env.TRIBUTARY_BROWSER
  if (named !== undefined && named !== '' && named !== 'required') return named
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return paths.find((path) => existsSync(path)) ?? null
}

/** Whether tests without a browser fail: in CI, and where somebody says so. */
export function needsBrowser(): boolean {
  return Boolean(process.env.CI) || process.env.TRIBUTARY_BROWSER === 'required'
}

/** How to get a browser. */
export const HOW_TO =
  'The tests of the explorer need Chromium: `apt-get install --no-install-recommends chromium-headless-shell`, or set TRIBUTARY_BROWSER to the path of a browser.'

/** A name of somebody else that leads to this machine. */
export const REBOUND = 'attacker.example'

/** Starts a browser. Throws {@link HOW_TO} when there is none. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === null) throw new Error(HOW_TO)
  const args = [
    `--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`,
    // Newer browsers ask their user before such a page reaches this machine; others do not.
    '--disable-features=LocalNetworkAccessChecks',
    // Chromium's sandbox refuses to run as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ]
  return chromium.launch({ executablePath, args })
}
