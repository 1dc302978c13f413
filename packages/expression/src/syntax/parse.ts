import type { Expr } from '../ast/expr.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { hasError, report } from '../diagnostics/report.ts'
import { DEFAULT_LIMITS, type Limits } from '../limits.ts'
import { checkCharacters } from './characters.ts'
import { climb } from './climb.ts'
import { explainFailure } from './explain-failure.ts'
import { findForeignForms } from './foreign-forms.ts'
import { createGrammar } from './grammar.ts'
import { isA, lex } from './lex.ts'
import { explainProblem } from './problem-token.ts'
import { checkNesting, checkToken } from './token-limits.ts'
import { Problem } from './tokens.ts'
import { checkTree } from './tree-limits.ts'
import { keepWorkingFixes } from './working-fixes.ts'

/** What {@link parse} gives. */
export interface ParseResult {
  /** The tree; null when there is an error. */
  readonly ast: Expr | null
  /** Errors and warnings in text order, at most twenty. */
  readonly diagnostics: readonly Diagnostic[]
}

const MOST_DIAGNOSTICS = 20
const grammar = createGrammar(true)

/**
 * Parses an expression. Never throws, whatever the text: a mistake is a diagnostic with its place and,
 * where one is known, a fix that was tried and leads further.
 */
export function parse(text: string, limits: Partial<Limits> = {}): ParseResult {
  const all: Limits = { ...DEFAULT_LIMITS, ...limits }
  const attempt = attemptParse(text, all)
  const first = [...attempt.diagnostics]
    .sort((a, b) => a.span.start - b.span.start)
    .slice(0, MOST_DIAGNOSTICS)
  return {
    ast: attempt.ast,
    diagnostics: keepWorkingFixes(text, first, {
      before: attempt,
      retry: (mended) => attemptParse(mended, all),
    }),
  }
}

/** One pass over a text, and how far it came: each stage asks only what the stages before have let through. */
export interface Attempt extends ParseResult {
  readonly stage: number
}

function attemptParse(text: string, limits: Limits): Attempt {
  if (text.length > limits.length) {
    const params = { found: text.length, limit: limits.length }
    const span = { start: limits.length, end: text.length }
    return { ast: null, stage: 0, diagnostics: [report('EXP5001', { span, params })] }
  }
  const diagnostics = [...checkCharacters(text)]
  if (hasError(diagnostics)) return { ast: null, stage: 1, diagnostics }
  return { ...parseTokens(text, limits, diagnostics), diagnostics }
}

function parseTokens(
  text: string,
  limits: Limits,
  diagnostics: Diagnostic[],
): { readonly ast: Expr | null; readonly stage: number } {
  const tokens = lex(text)
  if (tokens.length === 0) {
    diagnostics.push(report('EXP1020', { span: { start: 0, end: text.length } }))
    return { ast: null, stage: 2 }
  }
  for (const token of tokens) {
    if (isA(token, Problem)) diagnostics.push(explainProblem(token))
    else diagnostics.push(...checkToken(token, limits))
  }
  if (hasError(diagnostics)) return { ast: null, stage: 2 }
  const tooDeep = checkNesting(tokens, limits)
  diagnostics.push(...(tooDeep ? [tooDeep] : findForeignForms(text, tokens)))
  if (hasError(diagnostics)) return { ast: null, stage: 3 }
  const result = grammar.parse(tokens, (items) =>
    climb(items, text, (complaint) => diagnostics.push(complaint)),
  )
  if ('failedAt' in result) {
    diagnostics.push(explainFailure(text, tokens, result.failedAt))
    return { ast: null, stage: 4 }
  }
  diagnostics.push(...checkTree(result.ast, limits))
  return hasError(diagnostics) ? { ast: null, stage: 5 } : { ast: result.ast, stage: 6 }
}
