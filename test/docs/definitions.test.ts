import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main } from '@tributary/cli/main'
import { systemClock } from '@tributary/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../support/imports.ts'
import { wordsOf } from '../support/tributary.ts'

const PAGE = readFileSync(join(ROOT, 'docs/definitions.md'), 'utf8')
const FILES = [...PAGE.matchAll(/`([\w./]+)`:\n\n```(?:json|csv|yml)\n([\s\S]*?)^```$/gm)]
const STEPS = [...PAGE.matchAll(/^```\n\$ tributary (.*)\n([\s\S]*?)^```$/gm)]

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-definitions-'))
  for (const [, name = '', text = ''] of FILES) writeFileSync(join(folder, name), text)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a command prints. */
async function printed(command: string): Promise<string> {
  let out = ''
  const write = (text: string): void => {
    out += text
  }
  const stream = { write, isTerminal: false, columns: null }
  await main(wordsOf(command), {
    ...{ stdout: stream, stderr: stream, env: {}, cwd: folder, clock: systemClock },
    ...{ signal: new AbortController().signal, exitWithin: () => {} },
  })
  return out
}

test('the commands of the page print what it shows, and write what it shows', async () => {
  expect([FILES.length, STEPS.length]).toEqual([4, 6])
  for (const [, command = '', output = ''] of STEPS) {
    expect(await printed(command)).toBe(output)
  }
  const [, shown = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(PAGE) ?? []
  const written = readFileSync(join(folder, 'shop/dbt_semantic_manifest.yaml'), 'utf8')
  expect(written.slice(written.indexOf('metrics:'))).toBe(shown)
})
