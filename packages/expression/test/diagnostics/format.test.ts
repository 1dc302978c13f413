import { check, formatDiagnostic, parse } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { sampleScope } from '../support/sample-scope.ts'

function formatted(text: string): string {
  const { ast, diagnostics } = parse(text)
  const all = ast ? check(ast, sampleScope).diagnostics : diagnostics
  return formatDiagnostic(text, all[0]!)
}

describe('formatDiagnostic', () => {
  test('marks the place and shows the text after the fix', () => {
    expect(formatted('IN([regoin], "east")')).toBe(
      [
        'EXP3001 no field [regoin]; did you mean [region]?',
        '  IN([regoin], "east")',
        '     ^^^^^^^^',
        '  fix: IN([region], "east")',
      ].join('\n'),
    )
  })

  test('keeps carets under wide characters', () => {
    expect(formatted('[地区]，1')).toBe(
      [
        "EXP1004 '，' is a full-width character; write ','",
        '  [地区]，1',
        '        ^^',
        '  fix: [地区],1',
      ].join('\n'),
    )
  })

  test('shows the line of the error and where a bracket was opened', () => {
    expect(formatted('TRUE AND\n  (1 = 2')).toBe(
      [
        "EXP1010 missing ')'",
        '    (1 = 2',
        '          ^',
        '    ^ opened here',
        '  fix:   (1 = 2)',
      ].join('\n'),
    )
  })

  test('cuts a long line around the place', () => {
    const [, line] = formatted(`${'1 + '.repeat(100)}nobody`).split('\n')
    expect(line!.length).toBeLessThan(130)
    expect(line).toContain('nobody')
  })
})
