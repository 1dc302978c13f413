import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { main } from '../../src/main.ts'
import { captureEffects } from '../support/captured-effects.ts'

let cwd: string
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'tributary-csv-'))
  await cp(join(import.meta.dirname, '../fixtures/shop'), join(cwd, 'shop'), { recursive: true })
  const rows = [
    'day,channel,revenue',
    '2024-01-10,"=HYPERLINK(""http://x"")",60',
    '2024-02-10,"=HYPERLINK(""http://x"")",90',
    '2024-02-11,-5,7',
  ]
  await writeFile(join(cwd, 'shop/sales.csv'), `${rows.join('\n')}\n`)
})
afterAll(() => rm(cwd, { recursive: true }))

const COMPARED = ['--current', '2024-02', '--compare', '2024-01']

test.each([
  ['query', 'revenue', '--by', 'channel', '--csv'],
  ['explain', 'revenue', '--by', 'channel', ...COMPARED, '--csv'],
])(
  'a group that a spreadsheet would run as a formula has an apostrophe: %s %s',
  async (...argv) => {
    const captured = captureEffects({ cwd })
    expect(await main([...argv, '--workspace', 'shop'], captured.effects)).toBe(0)
    expect(captured.stdout()).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(captured.stdout()).not.toContain('"=HYPERLINK')
    // A number is no formula.
    expect(captured.stdout()).toMatch(/(^|,)-5,/m)
  },
)
