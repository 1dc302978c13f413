import { expect, test } from 'vitest'
import { main } from '../../../packages/cli/src/main.ts'
import { captureEffects } from '../../../packages/cli/test/support/captured-effects.ts'
import { VIEWS } from '../../../packages/explorer/src/address/why-state.ts'
import { JUNE, type Stage } from '../support/stage.ts'
import { expectAccessible, settled } from '../support/visit.ts'

/** The page that explains a change. */
export function whyJourneys(stage: () => Stage): void {
  test('from the list of metrics to the states that made June late, and back', async () => {
    const { page, faults, close } = await stage().open('/')
    await page.getByRole('link', { name: 'Why did it change? Average delay' }).click()
    await settled(page)
    // Without a window the last full month of the data is asked against the one before.
    expect(await page.locator('.headline').textContent()).toContain('9.2')
    await page.getByRole('button', { name: /^State of departure.*groups/ }).click()
    await page.getByRole('button', { name: 'Only TX' }).click()
    await settled(page)
    const drilled = page.url()
    expect(drilled).toContain('at=origin_state:TX')
    expect(await page.locator('.headline').textContent()).toContain('10.5')
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
    await settled(page)
    await page.getByRole('link', { name: 'Tributary' }).click()
    const recent = page.getByRole('region', { name: 'Your last questions' })
    await recent.getByRole('link', { name: 'Average delay' }).waitFor()
    await recent.getByRole('link', { name: 'Average delay' }).click()
    expect(page.url()).toBe(drilled)
    await page.goBack()
    await recent.getByRole('button', { name: 'Forget them' }).click()
    await expect.poll(() => recent.count()).toBe(0)
    expect(faults).toEqual([])
    await close()
  })

  test('every view of a change is accessible', async () => {
    const drilled = `${JUNE}&at=distance_band:medium`
    const { page, faults, close } = await stage().open(drilled, { locale: 'zh-CN' })
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
    const { page, faults, close } = await stage().open(`${JUNE}&tab=heat&with=distance_band`)
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
    expect(await page.locator('.headline').textContent()).toContain('10.5')
    await expectAccessible(page)
    expect(faults).toEqual([])
    await close()
  })

  test('the page, the service and the terminal give the same digits', async () => {
    const { client, open } = stage()
    const { page, close } = await open(JUNE)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy as command' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const command = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(command).toMatch(/^tributary explain /)
    const caller = ['--tenant', 'demo', '--account', 'demo']
    const rounded = await terminal([...command.split(' ').slice(1), ...caller])
    const { tables } = await client.compareTimes({
      metric: 'average_delay',
      dimensions: ['origin_state'],
      contributions: true,
      attribution: {
        attributionCalculateType: 'ALL',
        currentTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-06-01"',
        compareTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-05-01"',
      },
    })
    const { table } = tables[1]!
    const rows = page.locator('.breakdown tbody tr')
    for (let row = 0; row < 5; row += 1) {
      const state = String(table.origin_state![row])
      expect(await rows.nth(row).locator('th').textContent()).toContain(state)
      const cells = await rows
        .nth(row)
        .locator('td')
        .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('data-exact')]))
      // The rate of a value below 0 is words on the page.
      const [compare, current, growth, , contribution] = cells
      const answered = (column: string) => String(table[column]![row])
      expect(compare![1]).toBe(answered('@compareValue'))
      expect(current![1]).toBe(answered('@currentValue'))
      expect(growth![1]).toBe(answered('@growth'))
      expect(Number(contribution![1])).toBe(Number(answered('@contribution')))
      const shown = [compare, current, growth].map((one) => one![0]).join(' ')
      expect(lineOf(rounded, state)).toContain(shown.replaceAll('−', '-'))
      expect(lineOf(rounded, state)).toContain(contribution![0]!.replace('−', '-'))
    }
    await close()
  })

  test('a condition is written with completion, and a mistake is marked', async () => {
    const { page, faults, close } = await stage().open(JUNE)
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
    const { page, close } = await stage().open(`${JUNE}&where=${encodeURIComponent('[dleay] > 1')}`)
    expect(await page.getByRole('alert').textContent()).toContain('delay')
    await page.getByRole('button', { name: 'Remove: [dleay] > 1' }).click()
    await settled(page)
    expect(await page.locator('.headline').textContent()).toContain('9.2')
    await close()
    const other = await stage().open('/why/average_delay?now=lastmonth')
    expect(await other.page.getByRole('alert').textContent()).toContain('last-month')
    await other.close()
  })
}

/** What the command line prints. */
async function terminal(argv: readonly string[]): Promise<string> {
  const { effects, stdout, stderr } = captureEffects()
  expect(await main(argv, effects), stderr()).toBe(0)
  return stdout()
}

/** The line of a table that begins with a group, with single blanks. */
function lineOf(text: string, group: string): string {
  const line = text.split('\n').find((one) => one.trim().startsWith(`${group} `))
  return (line ?? '').trim().replace(/ {2,}/g, ' ')
}

/** How long an answer took differs from time to time. */
function withoutTimes(text: string | null): string {
  return (text ?? '').replace(/answered in .*/g, '')
}
