import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { hasError, report } from '../diagnostics/report.ts'
import { keepWorkingFixes } from '../diagnostics/working-fixes.ts'
import type { Expr } from '../tree/expr.ts'
import { TreeBuilder } from './builder.ts'
import { checkCharacters } from './characters.ts'
import { classifyWords } from './classify-words.ts'
import { explainFailure } from './explain-failure.ts'
import { createGrammar } from './grammar.ts'
import { type Lexed, lex, PLAIN_LENGTH } from './lex.ts'
import { checkNesting, checkTree, DEFAULT_LIMITS, type Limits } from './limits.ts'
import { applyRepair, MISSING_VALUE, type Repair } from './repair.ts'
import { repairTokens } from './repair-tokens.ts'
import { repairWords } from './repair-words.ts'
import type { Token } from './token.ts'

/** The result of {@link parse}. */
export interface ParseResult {
  /** The tree; null when there is an error. */
  readonly ast: Expr | null
  /** Errors and warnings in text order, at most twenty. */
  readonly diagnostics: readonly Diagnostic[]
}

const MOST_DIAGNOSTICS = 20
/** The number of tokens read in all attempts. Every failure reads all tokens again, so a long text reports only its first failures. */
const MOST_TOKENS_READ = 20_000
const NOTHING: readonly Diagnostic[] = []
const grammar = createGrammar(true)

/**
 * Parses an expression. Mistakes are returned as diagnostics and never thrown; their fixes have been tried,
 * and each removes its diagnostic and adds none. A text with several mistakes gets several diagnostics.
 * @example
 * ```ts
 * import { parse } from '@tributary/attribution/expression'
 * parse('[delay] > 15').ast?.kind // => 'comparison'
 * parse('[delay] >').diagnostics.map(({ message }) => message) // => ['a value is missing at the end']
 * ```
 */
export function parse(text: string, limits?: Partial<Limits>): ParseResult {
  const all: Limits = limits === undefined ? DEFAULT_LIMITS : { ...DEFAULT_LIMITS, ...limits }
  const { ast, diagnostics } = attemptParse(text, all)
  if (diagnostics.length === 0) return { ast, diagnostics }
  const working = keepWorkingFixes(
    text,
    diagnostics,
    (repaired) => attemptParse(repaired, all).diagnostics,
  )
  const sorted = working.toSorted((a, b) => a.span.start - b.span.start)
  return { ast, diagnostics: sorted.slice(0, MOST_DIAGNOSTICS) }
}

/** The tree and all diagnostics, with fixes that have not been tried yet. */
function attemptParse(text: string, limits: Limits): ParseResult {
  if (text.length > limits.length) {
    const params = { found: text.length, limit: limits.length }
    const span = { start: limits.length, end: text.length }
    return { ast: null, diagnostics: [report('EXP5001', { span, params })] }
  }
  const lexed = lex(text)
  const diagnostics = lexed.ordinary ? [] : [...checkCharacters(text)]
  const addDiagnostic = (diagnostic: Diagnostic) => diagnostics.push(diagnostic)
  const tokens = readTokens(text, lexed, limits, addDiagnostic)
  if (tokens.length === 0 && diagnostics.length === 0) {
    addDiagnostic(report('EXP1020', { span: { start: 0, end: text.length } }))
  }
  const tooDeep = checkNesting(tokens, limits)
  if (tooDeep !== null) addDiagnostic(tooDeep)
  const readable = tooDeep === null && tokens.length > 0
  const ast = readable ? parseTokens(text, tokens, limits, addDiagnostic) : null
  if (diagnostics.length === 0) return { ast, diagnostics: NOTHING }
  return { ast: hasError(diagnostics) ? null : ast, diagnostics }
}

/** The tokens of a text: words classified, tokens that do not belong to the language repaired. */
function readTokens(
  text: string,
  { tokens, plain }: Lexed,
  limits: Limits,
  addDiagnostic: (diagnostic: Diagnostic) => void,
): Token[] {
  const ordinary = plain && Math.min(limits.nameLength, limits.numberLength) >= PLAIN_LENGTH
  const read = ordinary ? tokens : repairTokens(text, tokens, limits, addDiagnostic)
  const { misplaced } = classifyWords(read)
  return misplaced ? repairWords(text, read, addDiagnostic) : read
}

/** The tree of the tokens. Where the grammar fails, the tokens are repaired and parsed again. */
function parseTokens(
  text: string,
  tokens: Token[],
  limits: Limits,
  addDiagnostic: (diagnostic: Diagnostic) => void,
): Expr | null {
  let list = tokens
  let read = 0
  for (let failures = 0; failures < MOST_DIAGNOSTICS && list.length > 0; failures++) {
    if (failures > 0 && read > MOST_TOKENS_READ) return null
    read += list.length
    const builder = new TreeBuilder(text)
    const result = grammar.parse(list, builder)
    if ('ast' in result) {
      for (const diagnostic of builder.diagnostics) addDiagnostic(diagnostic)
      const { ast } = result
      const origin = { tokens: list.length, shares: builder.shares }
      for (const diagnostic of checkTree(ast, limits, origin)) addDiagnostic(diagnostic)
      return ast
    }
    const { diagnostic, repair } = explainFailure(text, list, result.failedAt)
    if (repeatsMissingValue(list, repair)) return null
    addDiagnostic(diagnostic)
    list = applyRepair(list, repair)
  }
  return null
}

/** Whether a repair inserts a missing value right after another one: parsing cannot go on, and there is no further mistake to report. */
function repeatsMissingValue(tokens: readonly Token[], { at, insert }: Repair): boolean {
  const before = tokens[at - 1]
  return insert[0] === MISSING_VALUE && before?.tokenType === MISSING_VALUE && before.image === ''
}
