import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { interruptedError } from '../../src/errors.ts'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

let home: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'tributary-'))
  const rows = Array.from({ length: 90 }, (_, day) => {
    const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)
    return `${date},${day % 2 === 0 ? 'web' : 'shop'},${day}.50`
  })
  await writeFile(join(home, 'orders.csv'), ['day,channel,amount', ...rows, ''].join('\n'))
  await writeFile(join(home, 'places.csv'), 'place,size\na,1.5\nb,2.5\n')
})

afterAll(() => rm(home, { recursive: true, force: true }))

/** Opens files, gives the printed lines and the address of the page to `use`, then interrupts the command. */
async function whileOpen(
  argv: readonly string[],
  use: (page: URL, lines: readonly string[]) => Promise<void>,
): Promise<number> {
  let announce: (page: string) => void = () => {}
  const listening = new Promise<string>((resolve) => {
    announce = resolve
  })
  const onOutput = (text: string): void => {
    const page = /^web page: (\S+)$/m.exec(text)?.[1]
    if (page !== undefined) announce(page)
  }
  const captured = captureEffects({ cwd: home, onOutput })
  const ended = main(['open', ...argv], captured.effects)
  const page = await Promise.race([listening, ended.then(() => captured.stderr())])
  await use(new URL(page), captured.stdout().trimEnd().split('\n'))
  captured.interrupt(interruptedError('SIGINT', 130))
  return ended
}

test('a file is shown on a page that is signed in, at an answer with rows on both sides', async () => {
  const exitCode = await whileOpen(['orders.csv'], async (page, lines) => {
    expect(lines).toContain('  time: day by DAY, 2024-01-01 to 2024-03-30')
    expect(lines.at(-1)).toBe(`web page: ${page}`)
    expect(page.pathname).toBe('/explorer/why/amount')
    const html = await (await fetch(page)).text()
    const caller = /name="tributary-caller" content="([^"]*)"/.exec(html)?.[1]
    const { tenantId, authValue } = JSON.parse(caller!.replaceAll('&quot;', '"'))
    const headers = { 'tenant-id': tenantId, 'auth-type': 'ACCOUNT', 'auth-value': authValue }
    const extent = await fetch(new URL('/api/v1/dataset/extent?metric=amount', page), { headers })
    expect(await extent.json()).toMatchObject({
      data: { rows: 90, comparison: { current: '2024-03', compare: '2024-02' } },
    })
    const root = await fetch(new URL('/', page), { redirect: 'manual' })
    expect(root.headers.get('location')).toBe('/explorer')
    expect(await readdir(home)).toEqual(['orders.csv', 'places.csv'])
  })
  expect(exitCode).toBe(0)
})

test('--save writes the workspace, whose folder can be opened, and data without a time has the page of a metric', async () => {
  await whileOpen(['places.csv', '--save', 'kept'], async (page) => {
    expect(page.pathname).toMatch(/^\/explorer\/metric\//)
    expect(await readdir(join(home, 'kept'))).toContain('workspace.yaml')
  })
  await whileOpen(['kept'], async (page, lines) => {
    expect(page.pathname).toMatch(/^\/explorer\/metric\//)
    expect(lines).toHaveLength(2)
  })
})

test.each([
  [['nothing.csv'], 'CLI_NO_DATA'],
  [['places.csv', '--save', 'kept'], 'CLI_FOLDER_TAKEN'],
])('open %j is refused with %s', async (argv, code) => {
  const captured = captureEffects({ cwd: home })
  expect(await main(['open', ...argv], captured.effects)).toBe(1)
  expect(captured.stderr()).toContain(code)
})
