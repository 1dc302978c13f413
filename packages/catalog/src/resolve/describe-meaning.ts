import { assertNever } from '@tributary/core'
import type { NameDescription } from '@tributary/expression'
import type { Meaning } from './meaning.ts'

/** What an editor may show of what a name means: its description, else its display name, and a dimension's list of values. */
export function describeMeaning(meaning: Meaning): NameDescription | null {
  switch (meaning.kind) {
    case 'problem':
      return null
    case 'time':
    case 'column':
      return { description: sentenceOf(meaning.column) }
    case 'dimension': {
      const { dimension } = meaning
      const values = dimension.valueList.map(({ value, name, description }) => ({
        value,
        description: sentenceOf({ description, displayName: name }),
      }))
      return { description: sentenceOf(dimension), values }
    }
    default:
      return assertNever(meaning)
  }
}

function sentenceOf(named: { readonly description: string; readonly displayName: string }): string {
  return named.description === '' ? named.displayName : named.description
}
