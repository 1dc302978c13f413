import { parse, print } from '@tributary/expression'
import { describe, expect, test } from 'vitest'

describe('print', () => {
  test.each([
    [
      'in([a],\'x\')and not datetrunc([t] , "DAY")="2024"',
      'IN([a], "x") AND NOT DateTrunc([t], "DAY") = "2024"',
    ],
    ['((([a])))', '[a]'],
    ['([a] or [b]) and [c]', '([a] OR [b]) AND [c]'],
    ['[a] or ([b] and [c])', '[a] OR [b] AND [c]'],
    ['[a] - ([b] - [c])', '[a] - ([b] - [c])'],
    ['([a] - [b]) - [c]', '[a] - [b] - [c]'],
    ['-(-1)', '- -1'],
    ['+1', '1'],
    ['not ([a] and [b])', 'NOT ([a] AND [b])'],
    ['([a] = 1) = ([b] = 2)', '([a] = 1) = ([b] = 2)'],
    ["['plain']", '[plain]'],
    ['[\'"q"\']', '[\'"q"\']'],
    ["['a' / 'b']", "['a'/'b']"],
    ['"tab\\tquote\\""', '"tab\\tquote\\""'],
  ])('writes %s canonically', (text, printed) => {
    expect(print(parse(text).ast!)).toBe(printed)
  })
})
