import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { main } from '@tributary/cli/main'
import { systemClock } from '@tributary/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../support/imports.ts'

const PAGE = readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8')

/** The files of the page, by the line that names each. */
const FILES = [...PAGE.matchAll(/`([\w./]+)`:\n\n```(?:yaml|csv)\n([\s\S]*?)^```$/gm)]

/** The commands of the page with what it says they print, and where in the page they are. */
const STEPS = [...PAGE.matchAll(/^```\n\$ tributary (.*)\n([\s\S]*?)^```$/gm)].map(
  ({ index, 1: command = '', 2: output = '' }) => ({ command, output, index }),
)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-tutorial-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const argumentsOf = (command: string) =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)

/** Runs the command in the folder; `onText` sees everything that is printed so far. */
async function tributary(
  args: readonly string[],
  { signal = new AbortController().signal, onText = (_: string) => {} } = {},
): Promise<{ readonly exitCode: number; readonly printed: string }> {
  let printed = ''
  const write = (text: string) => {
    printed += text
    onText(printed)
  }
  const exitCode = await main(args, {
    stdout: { write, isTerminal: false, columns: null },
    stderr: { write: () => {}, isTerminal: false, columns: null },
    env: {},
    cwd: folder,
    clock: systemClock,
    signal,
    exitWithin: () => {},
  })
  return { exitCode, printed }
}

/** Without what differs from run to run: the moment and number of a task, and its time. */
const lasting = (text: string) =>
  text.replace(/_\d{14}_[0-9a-f]{12}/g, '_TASK').replace(/ in \d.*$/gm, '')

describe('the tutorial', () => {
  test('has its files and steps', () => {
    expect(FILES.map(([, name]) => name)).toEqual(['shop/orders.csv', 'shop/ours.yaml'])
    expect(STEPS.length).toBeGreaterThan(8)
  })

  test.each(STEPS)('prints what it says for $command', async ({ command, output, index }) => {
    // A reader has written the files that come before.
    for (const { index: place, 1: name = '', 2: text = '' } of FILES) {
      if (place > index) continue
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const { exitCode, printed } = await tributary(argumentsOf(command))
    expect(lasting(printed)).toBe(lasting(output))
    expect(exitCode).toBe(0)
  })

  test('asks over HTTP', async () => {
    const [, start = ''] = /```sh\ntributary (start .*)\n```/.exec(PAGE)!
    const curl = /```sh\n(curl [\s\S]*?)```/.exec(PAGE)![1]!
    const headers = [...curl.matchAll(/-H '([^:']+): ([^']*)'/g)].map(
      ([, name = '', value = '']) => [name, value],
    )
    const [, path = ''] = /127\.0\.0\.1:8080(\S+)'/.exec(curl)!
    const body = /-d '([\s\S]*)'/.exec(curl)![1]!
    const interruption = new AbortController()
    let asked: Promise<unknown> | null = null
    const ask = async (url: string) => {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: Object.fromEntries(headers),
        body,
      })
      const { data } = (await answer.json()) as {
        readonly data: { readonly tables: readonly { readonly table: Record<string, unknown> }[] }
      }
      interruption.abort(new Error('asked'))
      return data.tables[1]?.table['@growth']
    }
    const onText = (printed: string) => {
      const url = /listening on (\S+)/.exec(printed)?.[1]
      if (url !== undefined)
        asked ??= ask(url).finally(() => interruption.abort(new Error('asked')))
    }
    await tributary([...argumentsOf(start), '--port', '0', '--log', 'silent'], {
      signal: interruption.signal,
      onText,
    })
    expect(await asked).toEqual(['110', '-70'])
  })
})
