import { applyFix, type Completion, complete } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { completionScope } from './completion-scope.ts'

/** The completions where `|` stands in a text. */
function completionsAt(text: string): readonly Completion[] {
  return complete(text.replace('|', ''), text.indexOf('|'), completionScope)
}

function labelsAt(text: string): readonly string[] {
  return completionsAt(text).map((one) => one.label)
}

/** The text after the completion with a label. */
function applied(text: string, label: string): string {
  const one = completionsAt(text).find((each) => each.label === label)
  if (one === undefined) return `no ${label}`
  const edits = [{ span: one.span, text: one.insert }]
  return applyFix(text.replace('|', ''), { title: label, edits })
}

describe('where a value is expected', () => {
  test('come names, columns, functions and keywords', () => {
    const kinds = new Set(completionsAt('|').map((one) => one.kind))
    expect([...kinds]).toEqual(['field', 'column', 'function', 'keyword'])
    expect(completionsAt('|')[0]).toEqual({
      kind: 'field',
      label: 'region',
      span: { start: 0, end: 0 },
      insert: '[region]',
      signature: null,
      type: 'STRING',
      description: 'Where.',
    })
  })

  test.each([
    ['[reg|', ['region']],
    ['[TIME|', ['metric_time']],
    ["['fli|", ['flights/delay']],
    ["['flights'/'de|", ['flights/delay']],
    ['[metric_time__m|', ['metric_time__minute', 'metric_time__month']],
    ['[day__|', ['day__day', 'day__week', 'day__month', 'day__quarter', 'day__year']],
    ['[delay__|', []],
    ['[gmv|', []],
    ['[region] = "|', ['east', 'west', 'süd']],
    ['IN([region], "east", "w|', ['west']],
    ['[region] IN ("|', ['east', 'west', 'süd']],
    ['[region] NOT IN ("|', ['east', 'west', 'süd']],
    ['[region] LIKE "|', []],
    ['starts|', ['StartsWith']],
    ['tru|', ['TRUE', 'Trunc', 'DateTrunc']],
    ['CASE |', 'WHEN'],
    ['DateTrunc([metric_time], "mo|', ['MONTH']],
    ['Cast([delay], "do|', ['Double']],
    ['[delay] > 1 AND no|', ['NOT', 'NotIn', 'NotContains', 'Now', 'IsNotNull']],
  ])('%s gives %j', (text, labels) => {
    if (typeof labels === 'string') expect(labelsAt(text)).toContain(labels)
    else expect([...labelsAt(text)].sort()).toEqual([...labels].sort())
  })

  test('names whose type is wanted come first', () => {
    expect(labelsAt('Left(|').slice(0, 1)).toEqual(['region'])
    expect(labelsAt('Left([region], |').slice(0, 1)).toEqual(['delay'])
    expect(labelsAt('DateTrunc(|').slice(0, 2)).toEqual(['day', 'metric_time'])
    expect(labelsAt('[day] < |').slice(0, 2)).toEqual(['day', 'metric_time'])
  })

  test('the values of the name in the comparison come first', () => {
    expect(completionsAt('[region] = |')[0]).toMatchObject({
      kind: 'value',
      insert: '"east"',
      description: 'Where the sun rises.',
    })
    expect(labelsAt('DateTrunc([day], |').slice(0, 2)).toEqual(['SECOND', 'MINUTE'])
    expect(labelsAt('[region] = |').slice(0, 4)).toEqual(['east', 'west', 'süd', 'region'])
    expect(labelsAt('IN([region], |').slice(0, 3)).toEqual(['east', 'west', 'süd'])
  })

  test('no aggregate comes in a row expression, and none inside another', () => {
    const at = (text: string, level: 'row' | 'metric') =>
      complete(text, text.length, completionScope, { level }).map((one) => one.label)
    expect(at('Su', 'row')).not.toContain('Sum')
    expect(at('Sum(Su', 'metric')).not.toContain('Sum')
  })
})

describe('after a value', () => {
  test.each([
    ['[region] |', ['=', 'IN', 'LIKE', 'IS NULL'], ['+', 'AND', ')']],
    ['[delay] |', ['<=', 'BETWEEN', '+'], ['LIKE', 'AND']],
    ['[late] |', ['=', 'AND', 'OR'], ['<', 'IN', '+']],
    ['[day] |', ['<', 'BETWEEN'], ['+', 'LIKE', 'AND']],
    ['[delay] = 1 |', ['AND', '+'], ['=', 'IN', 'BETWEEN']],
    ['[region] NOT |', ['IN', 'LIKE', 'BETWEEN'], ['=', 'NOT IN']],
    ['[region] IS |', ['NULL', 'NOT NULL'], ['AND']],
    ['[region] IS NOT |', ['NULL'], ['NOT NULL']],
    ['[region] IS NULL |', ['AND', 'OR'], ['=', '+']],
    ['[region] IN |', ['('], ['=']],
    ['[region] IN ("east" |', [',', ')'], []],
    ['[delay] BETWEEN 1 |', ['AND', '+'], ['OR', '=']],
    ['([delay] |', [')'], [',']],
    ['Left([region] |', [','], [')']],
    ['Left([region], 1 |', [')'], [',']],
    ['CASE WHEN [late] |', ['THEN'], ['END', 'WHEN']],
    ['CASE WHEN [late] THEN 1 |', ['WHEN', 'ELSE', 'END'], ['THEN']],
    ['CASE WHEN [late] THEN 1 ELSE 2 |', ['END'], ['ELSE', 'WHEN']],
    ['CASE WHEN [late] THEN 1 END |', ['=', '+'], ['END']],
    ['(CASE WHEN [late] THEN 1 END |', [')'], ['END']],
  ])('%s gives %j and not %j', (text, present, absent) => {
    const labels = labelsAt(text)
    expect(labels).toEqual(expect.arrayContaining(present))
    expect(labels.filter((one) => absent.includes(one))).toEqual([])
  })

  test('a name or a text is not offered', () => {
    expect(labelsAt('[region] [re|')).toEqual([])
    expect(labelsAt('[region] "e|')).toEqual([])
  })
})

describe('a completion replaces what is begun', () => {
  test.each([
    ['[reg|', 'region', '[region]'],
    ['[reg| = "east"', 'region', '[region] = "east"'],
    ['[reg|ion] = "east"', 'region', '[region] = "east"'],
    ['reg| = "east"', 'region', '[region] = "east"'],
    ['lef|', 'Left', 'Left('],
    ['lo|wer([region])', 'Lower', 'Lower([region])'],
    ['No|', 'Now', 'Now()'],
    ['[region] = ea|', 'east', '[region] = "east"'],
    ['[region] = "ea|st" AND [late]', 'east', '[region] = "east" AND [late]'],
    ['[region] = "ea| AND [late]', 'east', '[region] = "east" AND [late]'],
    ['[late] a|nd [late]', 'AND', '[late] AND [late]'],
    ['[late] |b', 'AND', '[late] AND b'],
    ["['flights'/'de|lay'] > 1", 'flights/delay', "['flights'/'delay'] > 1"],
  ])('in %s, %s gives %s', (text, label, result) => {
    expect(applied(text, label)).toBe(result)
  })

  test('except inside a number or an operator, where nothing is offered', () => {
    expect(labelsAt('1|2')).toEqual([])
    expect(labelsAt('[delay] <|= 1')).toEqual([])
  })
})

test('the limit holds for each kind', () => {
  const found = complete('', 0, completionScope, { limit: 2 })
  expect(found.filter((one) => one.kind === 'field')).toHaveLength(2)
  expect(found.filter((one) => one.kind === 'function')).toHaveLength(2)
})
