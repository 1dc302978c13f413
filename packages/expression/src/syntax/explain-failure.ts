import type { IToken } from 'chevrotain'
import { explainUnfinishedCase } from './explain-case.ts'
import { explainMissingOperator } from './explain-missing-operator.ts'
import { explainMissingValue } from './explain-missing-value.ts'
import type { Finding } from './mend.ts'
import { endsValue, openBefore } from './operand.ts'

/** Where the grammar gave up. */
export interface Failure {
  readonly text: string
  readonly tokens: readonly IToken[]
  /** Index of the token that has no place; the number of tokens at the end of the text. */
  readonly at: number
  /** Indices of the parentheses open there. */
  readonly open: readonly number[]
}

/** Why the grammar gave up at a token, in words about the text. */
export function explainFailure(text: string, tokens: readonly IToken[], failedAt: IToken): Finding {
  const found = tokens.indexOf(failedAt)
  const at = found === -1 ? tokens.length : found
  const failure: Failure = { text, tokens, at, open: openBefore(tokens, at) }
  if (!endsValue(tokens[at - 1])) return explainMissingValue(failure)
  return explainUnfinishedCase(failure) ?? explainMissingOperator(failure)
}
