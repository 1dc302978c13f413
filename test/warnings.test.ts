import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WarningCode as AttributionCode } from '@tributary/attribution'
import { describeWarning, readWarnings, WARNING_CODES, type WarningCode } from '@tributary/contract'
import { describe, expect, test } from 'vitest'
import { renderWarning } from '../packages/cli/src/render/warning.ts'
import { ROOT } from './support/imports.ts'
import { exampleWarnings, WARNINGS_PAGE, withWarningTable } from './support/warning-table.ts'

// A code that attribution or the catalogue lacks is a mistake of types here.
type Missing =
  | Exclude<AttributionCode, WarningCode>
  | Exclude<WarningCode, AttributionCode | 'UNKNOWN_FIELD'>
const missing: readonly Missing[] = [] satisfies [Missing] extends [never] ? [] : never

const examples = exampleWarnings()

test('the catalogue has a warning for each code of attribution and of requests', () => {
  expect(missing).toEqual([])
  expect(examples.map(({ code }) => code).toSorted()).toEqual([...WARNING_CODES].toSorted())
})

describe.each(examples)('$text', ({ code, text: warning }) => {
  const [entry] = readWarnings(warning)

  test.each(['en', 'zh'] as const)('has complete sentences in %s', (language) => {
    for (const compares of ['periods', 'groups'] as const) {
      const sentences = describeWarning(entry!, { language, compares })!
      const texts = [
        sentences.short,
        sentences.long,
        ...((sentences.action ?? '') ? [sentences.action!] : []),
      ]
      for (const text of texts) {
        expect(text).not.toMatch(/undefined|NaN|\?/)
        expect(/\p{Script=Han}/u.test(text)).toBe(language === 'zh')
      }
      for (const text of texts.slice(1)) expect(text).toMatch(/[.。]$/)
      expect(sentences.short).not.toMatch(/[.。]$/)
    }
  })

  test('is rendered as a single line on the terminal', () => {
    const lines = renderWarning(warning, 'times', (_role, text) => text)
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^! [A-Z0-9].+\\. ${code}$`))])
  })
})

test('docs/warnings.md has the sentences of the catalogue; `pnpm format` writes them', () => {
  const page = readFileSync(join(ROOT, WARNINGS_PAGE), 'utf8')
  expect(withWarningTable(page)).toBe(page)
})

test('readWarnings parses the warnings of an answer, each once', () => {
  const answer =
    'NO_DATA_COMPARE first=2001-01-01 00:01:00 last=2001-07-01; PARTIAL_RANGE current=3 of=9; PARTIAL_RANGE compare=0 of=31'
  const table =
    'NO_DATA_COMPARE; NOT_ATTRIBUTABLE "a; b" is a MAX; OVERFLOW current=1; NEW a=1; b=2'
  expect(readWarnings(answer, null, table, '')).toEqual([
    { code: 'NO_DATA_COMPARE', detail: 'first=2001-01-01 00:01:00 last=2001-07-01' },
    { code: 'PARTIAL_RANGE', detail: 'current=3 of=9' },
    { code: 'NOT_ATTRIBUTABLE', detail: '"a; b" is a MAX' },
    { code: 'OVERFLOW', detail: 'current=1; NEW a=1; b=2' },
  ])
  expect(describeWarning({ code: 'NEW', detail: '' })).toBeNull()
})

test('of warnings that differ in whether averages help, the one remains by which they do', () => {
  const partial = { code: 'PARTIAL_RANGE', detail: 'current=3 of=9 dataset=orders' }
  const texts = ['PARTIAL_RANGE current=3 of=9 dataset=orders average=no', null]
  expect(readWarnings(...texts, 'PARTIAL_RANGE current=3 of=9 dataset=orders')).toEqual([partial])
  const [helpless] = readWarnings(...texts)
  for (const [language, name] of [
    ['en', 'The dataset "orders"'],
    ['zh', '数据集“orders”'],
  ] as const) {
    const { long, action } = describeWarning(helpless!, { language, averages: '--average' })!
    expect(long).toContain(name)
    expect(action).not.toContain('--average')
    expect(describeWarning(partial, { language, averages: '--average' })!.action).toContain('--av')
  }
})
