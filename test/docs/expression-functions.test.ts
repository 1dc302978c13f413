import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  compile,
  evaluate,
  FUNCTIONS,
  type FunctionDefinition,
  listFunctionAliases,
  type Scope,
  toText,
} from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../support/imports.ts'

const PAGE = readFileSync(join(ROOT, 'docs/expression-functions.md'), 'utf8')
const SCOPE: Scope = { resolve: () => ({ problem: { kind: 'unknown' } }), names: () => [] }

/** The sections of the page by their headings. */
const SECTIONS: ReadonlyMap<string, string> = new Map(
  PAGE.split(/^### /m)
    .slice(1)
    .map((section) => [section.split('\n')[0]!, section]),
)
const EXAMPLES = [...PAGE.matchAll(/^```expr\n([\s\S]*?)^```$/gm)].flatMap(([, lines = '']) =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  →  ') as [string, string]),
)

test('the page has every function, and no other', () => {
  expect([...SECTIONS.keys()].sort()).toEqual(Object.keys(FUNCTIONS).sort())
})

describe('the page says of a function what its definition says', () => {
  test.each(Object.values(FUNCTIONS))('$name', (definition) => {
    const section = SECTIONS.get(definition.name) ?? ''
    expect(section).toContain(`${callOf(definition)}: ${definition.description}`)
    for (const alias of listFunctionAliases(definition.name))
      expect(section).toContain(`\`${alias}\``)
  })
})

describe('the examples of the page hold', () => {
  test.each(EXAMPLES)('%s is %s', (text, result) => {
    const typed = compile(text, SCOPE, { path: 'docs', now: 1_717_243_200_000_000n })
    const value = toText(
      evaluate(typed, () => null),
      typed.type,
    )
    expect(value === '' ? '""' : String(value)).toBe(result)
  })
})

function callOf({ name, parameters }: FunctionDefinition): string {
  const names = parameters.map((one) => (one.optional ? `${one.name}?` : one.name))
  if (parameters.at(-1)?.repeated) names.push('…')
  return `\`${name}(${names.join(', ')})\``
}
