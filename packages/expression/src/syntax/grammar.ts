import { EmbeddedActionsParser, type IToken, type ParserMethod } from 'chevrotain'
import type { Expr } from '../tree/expr.ts'
import type { Span } from '../tree/span.ts'
import { leafOf } from './leaf.ts'
import {
  Case,
  Close,
  Comma,
  Else,
  End,
  Infix,
  isInfix,
  isLeaf,
  Leaf,
  Open,
  Prefix,
  Then,
  VOCABULARY,
  When,
  Word,
} from './tokens.ts'

/** A parsed value. `span` includes the parentheses around it, which the span of `expr` does not. */
export interface Piece {
  readonly expr: Expr
  readonly span: Span
  /** The further values of a list in parentheses. */
  readonly list?: List
}

/** What follows the first value in parentheses. Only the list of an `IN` has further values. */
interface List {
  /** The first comma; null when there is none. */
  readonly comma: IToken | null
  readonly others: Expr[]
}

/** A list of one value. */
const NO_OTHERS: List = { comma: null, others: [] }

/** An element of a flat row of operators and values. */
export type Item = IToken | Piece

/** Whether an element of a row is a value. */
export function isPiece(item: Item | undefined): item is Piece {
  return item !== undefined && (item as Partial<Piece>).expr !== undefined
}

/** Builds the tree. The grammar itself knows only the order of tokens. */
export interface Builder {
  /** The tree of a flat row of operators and values. */
  climb(items: readonly Item[]): Expr
  /** A call by its name and arguments. */
  call(name: IToken, args: readonly Expr[], span: Piece['span']): Expr
  /** A `CASE`: the value it compares, or null, then conditions and results in turn, the `ELSE` last. */
  choice(word: IToken, compared: Expr | null, branches: readonly Expr[], span: Piece['span']): Expr
}

/** A grammar that can parse any number of texts. */
interface Grammar {
  /** The tree, or the token at which the grammar failed (chevrotain's end-of-file token at the end of the text). */
  parse(tokens: IToken[], builder: Builder): { readonly ast: Expr } | { readonly failedAt: IToken }
}

/**
 * Creates the grammar `prefix* value (infix prefix* value)*`. It is flat because a rule per precedence level
 * costs stack and time at every value.
 *
 * @param skipValidations - leaves out chevrotain's checks of the grammar itself, which a test runs
 */
export function createGrammar(skipValidations: boolean): Grammar {
  const parser = new ExpressionParser(skipValidations)
  return {
    parse(tokens, builder) {
      parser.builder = builder
      parser.input = tokens
      const ast = parser.expression()
      const [first] = parser.errors
      return first === undefined ? { ast } : { failedAt: first.token }
    },
  }
}

/** A placeholder for the tree while chevrotain records the grammar and there is no text. */
const NO_TREE: Expr = { kind: 'null', span: { start: 0, end: 0 } }

class ExpressionParser extends EmbeddedActionsParser {
  builder: Builder | null = null
  /** The elements of the row that is being read. */
  private items: Item[] = []
  /** The arguments of the call that is being read. */
  private args: Expr[] = []

  readonly expression: ParserMethod<[], Expr>
  private readonly prefixed: ParserMethod<[], void>
  private readonly call: ParserMethod<[], Piece>
  private readonly group: ParserMethod<[], Piece>
  private readonly choice: ParserMethod<[], Piece>

  constructor(skipValidations: boolean) {
    super(VOCABULARY, { recoveryEnabled: false, maxLookahead: 1, skipValidations })
    this.expression = this.RULE('expression', () => this.row())
    this.prefixed = this.RULE('prefixed', () => {
      this.MANY(this.prefix)
      this.OR(this.value)
    })
    this.call = this.RULE('call', () => this.nameAndArguments())
    this.group = this.RULE('group', () => this.parenthesised())
    this.choice = this.RULE('choice', () => this.whenAndThen())
    this.performSelfAnalysis()
  }

  // What a row is made of is made once and not at every value, and a row is part of each rule that needs one and
  // not a rule of its own: both take much of the time off a parse.

  private readonly prefix = (): void => {
    this.items.push(this.CONSUME(Prefix))
  }

  private readonly value = [
    { ALT: (): void => this.leaf(this.CONSUME(Leaf)) },
    { ALT: (): unknown => this.items.push(this.SUBRULE(this.call)) },
    { ALT: (): unknown => this.items.push(this.SUBRULE(this.group)) },
    { ALT: (): unknown => this.items.push(this.SUBRULE(this.choice)) },
  ]

  private readonly operand = [
    ...this.value,
    {
      ALT: (): void => {
        this.items.push(this.CONSUME(Prefix))
        this.SUBRULE(this.prefixed)
      },
    },
  ]

  private readonly laterOperand = [
    { ALT: (): void => this.leaf(this.CONSUME1(Leaf)) },
    { ALT: (): unknown => this.items.push(this.SUBRULE1(this.call)) },
    { ALT: (): unknown => this.items.push(this.SUBRULE1(this.group)) },
    { ALT: (): unknown => this.items.push(this.SUBRULE1(this.choice)) },
    {
      ALT: (): void => {
        this.items.push(this.CONSUME1(Prefix))
        this.SUBRULE1(this.prefixed)
      },
    },
  ]

  private readonly step = (): void => {
    this.items.push(this.CONSUME(Infix))
    this.OR1(this.laterOperand)
  }

  private readonly argument = {
    SEP: Comma,
    DEF: (): void => {
      this.args.push(this.row())
    },
  }

  private row(): Expr {
    // Most rows are one value, an argument of a call: nothing is to be gathered and climbed then.
    if (!this.RECORDING_PHASE && isLeaf(this.LA(1)) && !isInfix(this.LA(2))) {
      return leafOf(this.CONSUME(Leaf))
    }
    const outer = this.items
    const items: Item[] = []
    this.items = items
    this.OR(this.operand)
    this.MANY(this.step)
    this.items = outer
    return this.RECORDING_PHASE ? NO_TREE : this.builder!.climb(items)
  }

  private leaf(token: IToken): void {
    if (this.RECORDING_PHASE) return
    const expr = leafOf(token)
    this.items.push({ expr, span: expr.span })
  }

  private nameAndArguments(): Piece {
    const outer = this.args
    const args: Expr[] = []
    this.args = args
    const name = this.CONSUME(Word)
    this.CONSUME(Open)
    this.MANY_SEP(this.argument)
    this.args = outer
    const close = this.CONSUME(Close)
    const span = between(name, close)
    return { expr: this.RECORDING_PHASE ? NO_TREE : this.builder!.call(name, args, span), span }
  }

  private parenthesised(): Piece {
    const open = this.CONSUME(Open)
    const expr = this.row()
    let list = NO_OTHERS
    this.MANY1(() => {
      const comma = this.CONSUME(Comma)
      if (list === NO_OTHERS) list = { comma, others: [] }
      list.others.push(this.SUBRULE(this.expression))
    })
    const close = this.CONSUME(Close)
    return { expr, span: between(open, close), list }
  }

  private whenAndThen(): Piece {
    const branches: Expr[] = []
    let compared: Expr | null = null
    const word = this.CONSUME(Case)
    this.OPTION(() => {
      compared = this.SUBRULE(this.expression)
    })
    this.AT_LEAST_ONE(() => {
      this.CONSUME(When)
      branches.push(this.SUBRULE1(this.expression))
      this.CONSUME(Then)
      branches.push(this.SUBRULE2(this.expression))
    })
    this.OPTION1(() => {
      this.CONSUME(Else)
      branches.push(this.SUBRULE3(this.expression))
    })
    const end = this.CONSUME(End)
    const span = between(word, end)
    const expr = this.RECORDING_PHASE
      ? NO_TREE
      : this.builder!.choice(word, compared, branches, span)
    return { expr, span }
  }
}

function between(first: IToken, last: IToken): Piece['span'] {
  return { start: first.startOffset, end: last.startOffset + last.image.length }
}
