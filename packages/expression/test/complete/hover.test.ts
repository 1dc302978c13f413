import { hover } from '@tributary/expression'
import { expect, test } from 'vitest'
import { completionScope } from './completion-scope.ts'

/** What stands where `|` is in a text. */
function hoverAt(text: string): ReturnType<typeof hover> {
  return hover(text.replace('|', ''), text.indexOf('|'), completionScope)
}

test('a name has its type and its description', () => {
  expect(hoverAt('1 < [reg|ion]')).toEqual({
    kind: 'field',
    span: { start: 4, end: 12 },
    name: '[region]',
    type: 'STRING',
    description: 'Where.',
    signature: null,
  })
  expect(hoverAt("|['flights' / 'delay']")).toMatchObject({
    kind: 'column',
    name: "['flights'/'delay']",
    type: 'INT',
    description: 'Minutes after the time announced.',
  })
  expect(hoverAt('[metric_time__mo|nth]')).toMatchObject({ type: 'TIMESTAMP', description: null })
  expect(hoverAt('[nothin|g]')).toMatchObject({ name: '[nothing]', type: null })
})

test('a function has its arguments, its description and the type of the call', () => {
  expect(hoverAt('le|ft([region], 2) = "ea"')).toEqual({
    kind: 'function',
    span: { start: 0, end: 4 },
    name: 'Left',
    type: 'STRING',
    description: 'The first characters of a text; an empty text for a count below 1.',
    signature: 'Left(text, count)',
  })
  expect(hoverAt('|Left([region]')).toMatchObject({ name: 'Left', type: null })
  expect(hoverAt('|Left([delay], 1)')).toMatchObject({ name: 'Left', type: null })
})

test('there is nothing to say of anything else', () => {
  for (const text of [
    '|',
    ' | ',
    '|1',
    '|"text"',
    '[delay] |> 1',
    '|AND',
    '|nothing(1)',
    '|left',
    '[|',
  ]) {
    expect(hoverAt(text)).toBeNull()
  }
})
