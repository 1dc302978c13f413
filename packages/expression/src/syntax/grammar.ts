import { EmbeddedActionsParser, type IToken, type ParserMethod, type TokenType } from 'chevrotain'
import type { Expr } from '../tree/expr.ts'
import type { Span } from '../tree/span.ts'
import { climb, type DiagnosticSink, type Group, type Row } from './climb.ts'
import type { Token } from './token.ts'
import {
  Case,
  Close,
  Comma,
  Else,
  End,
  Infix,
  LEVEL,
  Leaf,
  Open,
  Prefix,
  Then,
  VOCABULARY,
  When,
  Word,
} from './tokens.ts'

/** Builds the nodes whose parts the grammar reads, and takes diagnostics. */
export interface Builder extends DiagnosticSink {
  /** A call by its name and arguments. */
  call(name: Token, args: readonly Expr[], span: Span): Expr
  /** A `CASE`: the value it compares, or null, then conditions and results in turn, the `ELSE` last. */
  choice(word: Token, compared: Expr | null, branches: readonly Expr[], span: Span): Expr
}

/** A grammar that can parse any number of texts. */
interface Grammar {
  /** The tree, or the token at which the grammar failed (chevrotain's end-of-file token at the end of the text). */
  parse(tokens: Token[], builder: Builder): { readonly ast: Expr } | { readonly failedAt: Token }
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
      parser.sink = builder
      parser.input = tokens
      const ast = parser.expression()
      const [first] = parser.errors
      return first === undefined ? { ast } : { failedAt: first.token as Token }
    },
  }
}

/** A placeholder for the tree while chevrotain records the grammar and there is no text. */
const NO_TREE: Expr = { kind: 'null', span: { start: 0, end: 0 } }

/** The parser of the language, which can parse any number of texts. */
export class ExpressionParser extends EmbeddedActionsParser implements Row {
  sink!: Builder

  readonly expression: ParserMethod<[], Expr>
  private readonly call: ParserMethod<[], unknown>
  private readonly group: ParserMethod<[], unknown>
  private readonly choice: ParserMethod<[], unknown>

  constructor(skipValidations: boolean) {
    super(VOCABULARY, { recoveryEnabled: false, maxLookahead: 1, skipValidations })
    this.expression = this.RULE('expression', () => this.row())
    this.call = this.RULE('call', () => this.recordCall())
    this.group = this.RULE('group', () => this.recordGroup())
    this.choice = this.RULE('choice', () => this.whenAndThen())
    this.performSelfAnalysis()
  }

  next(): IToken {
    return this.LA_FAST(1)
  }

  take(): Token {
    const token = this.LA_FAST(1)
    this.SKIP_TOKEN()
    return token as Token
  }

  end(): number {
    return (this.LA_FAST(0) as Token).end
  }

  compound(): Expr | Group {
    if (this.isNext(Word)) return this.readCall()
    return this.isNext(Open) ? this.readGroup() : (this.OR(this.value) as Expr)
  }

  // A field, so that these functions are created once and not for each value that is parsed.
  private readonly value = [
    { ALT: (): unknown => this.CONSUME(Leaf) },
    { ALT: (): unknown => this.SUBRULE(this.call) },
    { ALT: (): unknown => this.SUBRULE(this.group) },
    { ALT: (): unknown => this.SUBRULE(this.choice) },
  ]

  /**
   * A row of operators and values. It is part of each rule that needs one and not a rule of its own, and is read
   * without a step of chevrotain's for each token, as calls and groups are: all that takes much of the time off a parse.
   */
  private row(): Expr {
    return this.RECORDING_PHASE ? this.recordRow() : climb(this, LEVEL.or)
  }

  /** The grammar of a row, which tells chevrotain where one can begin and how it goes on. */
  private recordRow(): Expr {
    this.MANY(() => this.CONSUME(Prefix))
    this.OR(this.value)
    this.MANY1(() => {
      this.CONSUME(Infix)
      this.MANY2(() => this.CONSUME1(Prefix))
      this.OR1([
        { ALT: (): unknown => this.CONSUME1(Leaf) },
        { ALT: (): unknown => this.SUBRULE1(this.call) },
        { ALT: (): unknown => this.SUBRULE1(this.group) },
        { ALT: (): unknown => this.SUBRULE1(this.choice) },
      ])
    })
    return NO_TREE
  }

  private recordCall(): void {
    this.CONSUME(Word)
    this.CONSUME(Open)
    this.MANY_SEP({ SEP: Comma, DEF: () => this.row() })
    this.CONSUME(Close)
  }

  private readCall(): Expr {
    const name = this.take()
    this.CONSUME(Open)
    const args: Expr[] = []
    if (!this.isNext(Close)) {
      args.push(this.row())
      this.readMore(args)
    }
    const close = this.CONSUME(Close) as Token
    return this.sink.call(name, args, between(name, close))
  }

  private recordGroup(): void {
    this.CONSUME(Open)
    this.row()
    this.MANY3(() => {
      this.CONSUME(Comma)
      this.SUBRULE(this.expression)
    })
    this.CONSUME(Close)
  }

  private readGroup(): Group {
    this.take()
    const values = [this.row()]
    const behind = this.next() as Token
    this.readMore(values)
    this.CONSUME(Close)
    return { values, behind }
  }

  /** The values after the first, each behind a comma. */
  private readMore(values: Expr[]): void {
    while (this.isNext(Comma)) {
      this.take()
      values.push(this.row())
    }
  }

  private isNext({ tokenTypeIdx }: TokenType): boolean {
    return this.LA_FAST(1).tokenTypeIdx === tokenTypeIdx
  }

  private whenAndThen(): Expr {
    const branches: Expr[] = []
    let compared: Expr | null = null
    const word = this.CONSUME(Case) as Token
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
    const end = this.CONSUME(End) as Token
    return this.RECORDING_PHASE
      ? NO_TREE
      : this.sink.choice(word, compared, branches, between(word, end))
  }
}

function between(first: Token, last: Token): Span {
  return { start: first.startOffset, end: last.end }
}
