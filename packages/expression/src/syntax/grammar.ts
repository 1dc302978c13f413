import { EmbeddedActionsParser, type IToken, type ParserMethod } from 'chevrotain'
import type { Expr } from '../ast/expr.ts'
import type { Item, Piece } from './item.ts'
import { leafOf } from './leaf.ts'
import { spanOf } from './lex.ts'
import { Close, Comma, Infix, Leaf, Open, Prefix, VOCABULARY, Word } from './tokens.ts'

/** Makes a tree of a flat row of operators and values. */
export type Climb = (items: readonly Item[]) => Expr

/** A grammar ready to use, again and again. */
export interface Grammar {
  /** The tree, or the token at which the grammar gave up (chevrotain's end-of-file token at the end). */
  parse(
    tokens: readonly IToken[],
    climb: Climb,
  ): { readonly ast: Expr } | { readonly failedAt: IToken }
}

/**
 * The grammar `prefix* value (infix prefix* value)*`. It is flat because a rule per precedence level
 * costs stack and time for every level at every value.
 * @param skipValidations - leaves out chevrotain's checks of the grammar itself, which a test runs once for all
 */
export function createGrammar(skipValidations: boolean): Grammar {
  const parser = new ExpressionParser(skipValidations)
  return {
    parse(tokens, climb) {
      parser.climb = climb
      parser.input = [...tokens]
      const ast = parser.expression()
      const [first] = parser.errors
      return first === undefined ? { ast } : { failedAt: first.token }
    },
  }
}

class ExpressionParser extends EmbeddedActionsParser {
  climb: Climb | null = null

  readonly expression: ParserMethod<[], Expr>
  private readonly value: ParserMethod<[], Piece>
  private readonly call: ParserMethod<[], Piece>
  private readonly group: ParserMethod<[], Piece>

  constructor(skipValidations: boolean) {
    super(VOCABULARY, { recoveryEnabled: false, maxLookahead: 1, skipValidations })
    this.expression = this.RULE('expression', () => this.row())
    this.value = this.RULE('value', () =>
      this.OR([
        { ALT: () => this.leaf() },
        { ALT: () => this.SUBRULE(this.call) },
        { ALT: () => this.SUBRULE(this.group) },
      ]),
    )
    this.call = this.RULE('call', () => this.nameAndArguments())
    this.group = this.RULE('group', () => {
      const open = this.CONSUME(Open)
      const expr = this.SUBRULE(this.expression)
      const close = this.CONSUME(Close)
      return this.ACTION(() => ({ expr, span: between(open, close) }))
    })
    this.performSelfAnalysis()
  }

  private row(): Expr {
    const items: Item[] = []
    this.MANY(() => items.push(this.CONSUME(Prefix)))
    items.push(this.SUBRULE(this.value))
    this.MANY1(() => {
      items.push(this.CONSUME(Infix))
      this.MANY2(() => items.push(this.CONSUME1(Prefix)))
      items.push(this.SUBRULE1(this.value))
    })
    return this.ACTION(() => this.climb!(items))
  }

  private leaf(): Piece {
    const token = this.CONSUME(Leaf)
    return this.ACTION(() => ({ expr: leafOf(token), span: spanOf(token) }))
  }

  private nameAndArguments(): Piece {
    const args: Expr[] = []
    const name = this.CONSUME(Word)
    this.CONSUME(Open)
    this.OPTION(() => {
      args.push(this.SUBRULE(this.expression))
      this.MANY(() => {
        this.CONSUME(Comma)
        args.push(this.SUBRULE1(this.expression))
      })
    })
    const close = this.CONSUME(Close)
    return this.ACTION(() => {
      const span = between(name, close)
      return { expr: { kind: 'call', name: name.image, nameSpan: spanOf(name), args, span }, span }
    })
  }
}

function between(first: IToken, last: IToken): Piece['span'] {
  return { start: spanOf(first).start, end: spanOf(last).end }
}
