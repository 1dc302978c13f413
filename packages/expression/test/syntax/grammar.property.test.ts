import {
  Alternation,
  type Alternative,
  type IProduction,
  NonTerminal,
  Option,
  Repetition,
  RepetitionMandatory,
  RepetitionWithSeparator,
  Terminal,
} from 'chevrotain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TreeBuilder } from '../../src/syntax/builder.ts'
import { classifyWords } from '../../src/syntax/classify-words.ts'
import { createGrammar, ExpressionParser } from '../../src/syntax/grammar.ts'
import { lex } from '../../src/syntax/lex.ts'
import { isA, type Token } from '../../src/syntax/token.ts'
import { isProblem } from '../../src/syntax/tokens.ts'
import { arbitrarySoup, arbitraryTextOfTokens } from '../support/arbitrary-text.ts'
import { runs } from '../support/runs.ts'

const rules = new ExpressionParser(true).getGAstProductions()
const grammar = createGrammar(true)

/** The tokens that the recorded grammar reads from the first on, and whether they are an expression. */
class Recognizer {
  readonly tokens: readonly Token[]
  at = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  readRule(name: string): boolean {
    return this.readAll(rules[name]!.definition)
  }

  private readAll(parts: readonly IProduction[]): boolean {
    return parts.every((part) => this.read(part))
  }

  private read(part: IProduction): boolean {
    if (part instanceof Terminal) {
      if (!isA(this.tokens[this.at], part.terminalType)) return false
      this.at += 1
      return true
    }
    if (part instanceof NonTerminal) return this.readRule(part.nonTerminalName)
    const { definition } = part as Option
    if (part instanceof Alternation) {
      const chosen = alternativesOf(part).find((one) => this.begins(one.definition))
      return chosen !== undefined && this.readAll(chosen.definition)
    }
    if (part instanceof Option) return !this.begins(definition) || this.readAll(definition)
    if (part instanceof RepetitionMandatory && !this.begins(definition)) return false
    while (this.begins(definition)) {
      if (!this.readAll(definition)) return false
      if (!(part instanceof RepetitionWithSeparator)) continue
      if (!isA(this.tokens[this.at], part.separator)) return true
      this.at += 1
      if (!this.begins(definition)) return this.readAll(definition)
    }
    return true
  }

  /** Whether the next token can be the first of a sequence. */
  private begins(parts: readonly IProduction[]): boolean {
    for (const part of parts) {
      if (this.beginsPart(part)) return true
      if (!(part instanceof Option || part instanceof Repetition)) return false
    }
    return false
  }

  private beginsPart(part: IProduction): boolean {
    if (part instanceof Terminal) return isA(this.tokens[this.at], part.terminalType)
    if (part instanceof NonTerminal) return this.begins(rules[part.nonTerminalName]!.definition)
    if (part instanceof Alternation) {
      return alternativesOf(part).some((one) => this.begins(one.definition))
    }
    return this.begins((part as Option).definition)
  }
}

function alternativesOf({ definition }: Alternation): readonly Alternative[] {
  return definition as Alternative[]
}

/** The index of the token at which the recorded grammar fails; null when it does not. */
function failureOf(tokens: readonly Token[]): number | null {
  const recognizer = new Recognizer(tokens)
  return recognizer.readRule('expression') && recognizer.at === tokens.length ? null : recognizer.at
}

describe('the parser', () => {
  test('accepts the texts of its recorded grammar, and fails at the same token', () => {
    let [read, failed] = [0, 0]
    fc.assert(
      fc.property(fc.oneof(arbitraryTextOfTokens, arbitrarySoup), (text) => {
        const tokens = lex(text).tokens.filter((one) => !isProblem(one))
        fc.pre(tokens.length > 0)
        classifyWords(tokens)
        const result = grammar.parse([...tokens], new TreeBuilder(text))
        const expected = failureOf(tokens)
        if ('ast' in result) {
          read += 1
          expect(expected).toBeNull()
        } else {
          failed += 1
          const at = tokens.indexOf(result.failedAt)
          expect(at === -1 ? tokens.length : at).toBe(expected)
        }
      }),
      runs(2000),
    )
    expect(Math.min(read, failed)).toBeGreaterThan(50)
  })
})
