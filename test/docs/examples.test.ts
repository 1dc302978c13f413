import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ROOT } from '../support/imports.ts'
import { PACKAGES, type PublicName, publicNames } from '../support/public-api.ts'
import { importSources } from '../support/published-modules.ts'

// Inside this package, where the examples' imports are at hand.
const folder = mkdtempSync(join(ROOT, 'test/docs/.examples-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Packages whose public door is complete. */
const COMPLETE: readonly string[] = [
  'attribution',
  'catalog',
  'client',
  'contract',
  'expression',
  'lineage',
  'platform',
  'server',
  'sql',
]

describe.each(PACKAGES.filter((of) => COMPLETE.includes(of)))('%s', (of) => {
  const names = publicNames(of)
  const functions = names.filter(({ isFunction, isType }) => isFunction && !isType)

  test.skipIf(names.length === 0)('says of every public name what it is', () => {
    const silent = names.filter(({ comment, file }) => comment === null && !file.startsWith('..'))
    expect(silent.map(({ name, file }) => `${name} (${file})`)).toEqual([])
  })

  test.skipIf(functions.length === 0)('has an example for every public function', () => {
    const without = functions.filter((one) => exampleOf(one) === null)
    expect(without.map(({ name, file }) => `${name} (${file})`)).toEqual([])
  })

  const examples = functions.flatMap((one) => {
    const code = exampleOf(one)
    return code === null ? [] : [{ name: one.name, code }]
  })
  test.skipIf(examples.length === 0).for(examples)(
    '$name gives what its example says',
    async ({ name, code }) => {
      const path = join(folder, `${of}-${name}.ts`)
      writeFileSync(path, importSources(checked(code)))
      const { claims } = (await import(path)) as { claims: readonly Claim[] }
      for (const { text, actual, expected } of claims) expect(actual, text).toEqual(expected)
    },
  )
})

/** A line `expression // => value` of an example. */
interface Claim {
  readonly text: string
  readonly actual: unknown
  readonly expected: unknown
}

/** The code below `@example`, in a fence; null when there is none. */
function exampleOf({ comment }: PublicName): string | null {
  const lines = (comment ?? '').replace(/^\s*\* ?/gm, '')
  return /@example\s*```ts\n([\s\S]*?)```/.exec(lines)?.[1] ?? null
}

/** The example as a module that exports what its lines `expression // => value` claim. */
function checked(code: string): string {
  const lines = code.split('\n').map((line) => {
    const [, text, value] = /^(.*?);? \/\/ => (.*)$/.exec(line) ?? []
    if (text === undefined) return line
    const [, variable] = /^(?:const|let) (\w+)/.exec(text) ?? []
    const before = variable === undefined ? '' : `${text}\n`
    const claim = `{ text: ${JSON.stringify(line)}, actual: ${variable ?? text}, expected: ${value} }`
    return `${before}claims.push(${claim})`
  })
  return ['export const claims: unknown[] = []', ...lines].join('\n')
}
