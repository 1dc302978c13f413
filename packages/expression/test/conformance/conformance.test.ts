import { parse, print } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { answer, readConformance } from './conformance-file.ts'
import { statementsOf } from './statements.ts'

const { setting, cases } = readConformance()

describe('the conformance file', () => {
  test('has many texts, each once', () => {
    expect(cases.length).toBeGreaterThanOrEqual(120)
    expect(new Set(cases.map((one) => one.text)).size).toBe(cases.length)
    expect(cases.filter((one) => one.results === undefined).length).toBeGreaterThanOrEqual(20)
  })

  test.each(cases.map((one) => [one.text, one] as const))('is right about %j', (text, expected) => {
    const { sql, ...rest } = expected
    const { found, typed } = answer(text, setting)
    expect(found).toEqual(rest)
    if (typed !== null) expect(statementsOf(typed)).toEqual(sql)
  })

  test('has printed forms that parse to themselves', () => {
    for (const { print: printed } of cases) {
      if (printed !== undefined) expect(print(parse(printed).ast!)).toBe(printed)
    }
  })
})
