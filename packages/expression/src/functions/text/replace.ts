import { constantText } from '../../tree/typed-expr.ts'
import { textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { everywhere } from '../sql-forms.ts'
import { type SqlArgument, sqlList, sqlText } from '../sql-text.ts'

/** Calls inside one another multiply the length; engines have a limit of their own. */
const MOST_UNITS = 1_000_000

/** `Replace(text, search, replacement)`. */
export const replace: ScalarDefinition = plainFunction({
  name: 'Replace',
  family: 'text',
  description: 'The text with every occurrence of one text replaced by another.',
  parameters: [textParameter('text'), textParameter('search'), textParameter('replacement')],
  examples: [
    { text: 'Replace("a-b-c", "-", "+")', result: 'a+b+c' },
    { text: 'Replace("abc", "", "x")', result: 'abc' },
    { text: 'Replace("a😀b", "😀", "")', result: 'ab' },
  ],
  result: 'STRING',
  evaluate: ([text, search, replacement]) =>
    replaced(text as string, search as string, replacement as string),
  sql: everywhere((args) => sqlText`replace(${sqlList(args.map((one) => one.text))})`, {
    trino: (args) => trinoReplace(args),
    clickhouse: (args) => sqlText`replaceAll(${sqlList(args.map((one) => one.text))})`,
  }),
})

/** Null when the result would be longer than a million characters. */
function replaced(text: string, search: string, replacement: string): string | null {
  if (search === '') return text
  const parts = text.split(search)
  const length = text.length + (parts.length - 1) * (replacement.length - search.length)
  return length > MOST_UNITS ? null : parts.join(replacement)
}

/** Trino finds an empty text before every character. */
function trinoReplace(args: readonly SqlArgument[]): ReturnType<typeof sqlText> {
  const [text, search] = args
  const plain = sqlText`replace(${sqlList(args.map((one) => one.text))})`
  if (constantText(search!.typed)) return plain
  return sqlText`(CASE WHEN ${search!.text} = '' THEN ${text!.text} ELSE ${plain} END)`
}
