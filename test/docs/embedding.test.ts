import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { PLAIN_ENV } from '../support/command.ts'
import { FLIGHTS } from '../support/flights.ts'
import { ROOT } from '../support/imports.ts'
import { importSources } from '../support/published-modules.ts'

const PAGE = readFileSync(join(ROOT, 'docs/embedding.md'), 'utf8')

/** The programs of the page, each with what the next block says it prints. */
const PROGRAMS = [...PAGE.matchAll(/^```ts\n([\s\S]*?)^```\n\n```\n([\s\S]*?)^```$/gm)].map(
  ([, code = '', printed = '']) => ({ code, printed }),
)

/** The first column of the table below a heading. */
function optionsBelow(heading: string): readonly string[] {
  const section = PAGE.slice(PAGE.indexOf(`## ${heading}`)).split('\n## ', 1)[0]!
  return [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, option = '']) => option)
}

describe('the programs', () => {
  test('are four', () => expect(PROGRAMS).toHaveLength(4))

  test.each(PROGRAMS)('print what the page shows', async ({ code, printed }) => {
    const here = importSources(code).replace("'examples/flights'", JSON.stringify(FLIGHTS))
    // From this package's folder, where what the programs import is at hand.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module-typescript', '--eval', here],
      { cwd: join(ROOT, 'test'), env: PLAIN_ENV },
    )
    expect(stdout).toBe(printed)
  })
})

test('the tables name the options there are', () => {
  const api = readFileSync(join(ROOT, 'packages/server/src/api.ts'), 'utf8')
  const declared = (text: string, name: string) => {
    const body = text.slice(text.indexOf(`interface ${name} {`)).split('\n}', 1)[0]!
    return [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, option = '']) => option)
  }
  expect(optionsBelow('In a Fastify application').toSorted()).toEqual(
    [...declared(api, 'TributaryOptions'), 'prefix'].toSorted(),
  )
  const client = readFileSync(join(ROOT, 'packages/client/src/options.ts'), 'utf8')
  expect(optionsBelow('The client')).toEqual(declared(client, 'ClientOptions'))
})
