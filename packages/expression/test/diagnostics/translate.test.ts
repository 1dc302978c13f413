import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  DIAGNOSTICS,
  type DiagnosticCode,
  diagnose,
  FUNCTIONS,
  formatDiagnostic,
  translateDiagnostic,
} from '@tributary/expression'
import { parseIndirection, parsePeriod } from '@tributary/expression/internal'
import { describe, expect, test } from 'vitest'
import { CHINESE } from '../../src/diagnostics/messages/chinese.ts'
import { ENGLISH } from '../../src/diagnostics/messages/english.ts'
import { NOW } from '../support/compile-sample.ts'
import { sampleScope } from '../support/sample-scope.ts'

function diagnosed(text: string) {
  return diagnose(text, sampleScope, { now: NOW }).diagnostics
}

function inChinese(text: string): string {
  return translateDiagnostic(diagnosed(text)[0]!, 'zh').message
}

const MISTAKES: readonly string[] = readFileSync(
  join(import.meta.dirname, '../../conformance/mistakes.jsonl'),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line).text)

/** Words that are the same in every language: functions, their parameters, types. */
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(FUNCTIONS).flatMap((one) => [
    one.name.toLowerCase(),
    ...one.parameters.map((parameter) => parameter.name.toLowerCase()),
  ]),
  ...['timestamp', 'date', 'string', 'int', 'double', 'boolean', 'decimal'],
])

/** The English words of a sentence: not names in brackets, not in capitals, as keywords and types are, and not of the text itself. */
function englishWords(sentence: string, text: string): readonly string[] {
  const words = sentence.replace(/\[[^\]]*\]/g, '').match(/[A-Za-z]{2,}/g) ?? []
  return words.filter(
    (word) =>
      word !== word.toUpperCase() &&
      !KNOWN.has(word.toLowerCase()) &&
      !text.toLowerCase().includes(word.toLowerCase()),
  )
}

describe('a diagnostic in Chinese', () => {
  test.each([
    ['IN([region], "a" AND [delay] > 1', '缺少“)”'],
    ['[delay] >', '末尾缺少一个值'],
    ['[delay] > AND TRUE', "'AND' 之前缺少一个值"],
    ['IN([delay] 1)', '1 之前缺少运算符或“,”'],
    ['[delay] = "2"', 'INT 与 STRING 不能比较'],
    ['Date("2024-02-30")', '“2024-02-30”不是日期：2024 年 2 月有 29 天'],
    ['[regoin] = "x"', '没有字段 [regoin]；是不是 [region]？'],
    ['Lower(1)', 'Lower 的参数 text 需要文本；此处是 INT'],
    ['Now(1)', 'Now 需要 0 个参数；此处有 1 个参数'],
    ['[delay] AND TRUE', '“AND”需要条件；此处是 INT'],
  ])('of %s is %s', (text, sentence) => {
    expect(inChinese(text)).toBe(sentence)
  })

  test('has no English words but those of the text and of the language', () => {
    for (const text of MISTAKES) {
      for (const one of diagnosed(text).map((each) => translateDiagnostic(each, 'zh'))) {
        const parts = [
          one.message,
          ...(one.labels ?? []).map((label) => label.text),
          ...(one.expected ?? []),
        ]
        parts.push(...(one.fixes ?? []).map((fix) => fix.title.replace(fix.edits[0]!.text, '')))
        for (const part of parts) {
          const english = englishWords(part, text)
          // The scope of the sample says these two itself, as a catalog does.
          if (one.code === 'EXP3003' || one.code === 'EXP3101') continue
          expect(english, `${text}: ${part}`).toEqual([])
        }
      }
    }
  })

  test('has a sentence for every code, with the placeholders of the English sentence', () => {
    const holes = (sentence: string) => [...new Set(sentence.match(/\{\w+\}/g))].toSorted()
    for (const code of Object.keys(DIAGNOSTICS) as DiagnosticCode[]) {
      expect(holes(CHINESE[code]), code).toEqual(holes(ENGLISH[code]))
      expect(CHINESE[code], code).toMatch(/\p{Script=Han}|^\{reason\}$/u)
    }
  })

  test('is formatted with its labels and its fix', () => {
    const text = '[地区] = “东”'
    expect(formatDiagnostic(text, diagnosed(text)[0]!, { locale: 'zh' })).toBe(
      ['EXP1005 文本要用直引号括起来，不能用 “', '  [地区] = “东”', '           ^^^^'].join('\n'),
    )
    const open = 'IN([region], "a"'
    expect(formatDiagnostic(open, diagnosed(open)[0]!, { locale: 'zh' })).toBe(
      [
        'EXP1010 缺少“)”',
        '  IN([region], "a"',
        '                  ^',
        '    ^ 在此处开始',
        '  改为：IN([region], "a")',
      ].join('\n'),
    )
  })

  test('leaves what a user wrote as it is', () => {
    expect(inChinese('Date("a date")')).toBe('“a date”不是日期：请写成 yyyy-MM-dd')
  })

  test('tells of derived calculations and periods as well', () => {
    const all = [
      ...parseIndirection('sameperiod__yoy__growt').diagnostics,
      ...parsePeriod('to_date nowhere').diagnostics,
    ]
    expect(all).not.toEqual([])
    for (const one of all) expect(translateDiagnostic(one, 'zh').message).toMatch(/\p{Script=Han}/u)
  })
})

describe('a diagnostic in English', () => {
  test('is as it was made', () => {
    const [one] = diagnosed('[regoin] = 1')
    expect(translateDiagnostic(one!, 'en')).toBe(one)
  })
})
