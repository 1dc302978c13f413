import type { Expr, Span, ValueType } from '@tributary/expression'

/** An expression tree with its type; UNKNOWN where the type is not certain. */
export interface Value {
  readonly tree: Expr
  readonly type: ValueType
}

/** Makes the nodes of one span of a foreign text. */
export class At {
  readonly span: Span

  constructor(span: Span) {
    this.span = span
  }

  call(name: string, args: readonly Value[], type: ValueType): Value {
    const { span } = this
    const trees = args.map(({ tree }) => tree)
    return { tree: { kind: 'call', name, nameSpan: span, args: trees, span }, type }
  }

  text(value: string): Value {
    return { tree: { kind: 'string', value, span: this.span }, type: 'STRING' }
  }

  int(value: number): Value {
    const number: Value = {
      tree: { kind: 'number', raw: String(Math.abs(value)), span: this.span },
      type: 'INT',
    }
    return value < 0 ? this.negate(number) : number
  }

  boolean(value: boolean): Value {
    return { tree: { kind: 'boolean', value, span: this.span }, type: 'BOOLEAN' }
  }

  null(): Value {
    return { tree: { kind: 'null', span: this.span }, type: 'NULL' }
  }

  not({ tree }: Value): Value {
    return { tree: { kind: 'not', operand: tree, span: this.span }, type: 'BOOLEAN' }
  }

  negate({ tree, type }: Value): Value {
    return { tree: { kind: 'negate', operand: tree, span: this.span }, type }
  }

  compare(op: '=' | '!=' | '<' | '<=' | '>' | '>=', left: Value, right: Value): Value {
    const { span } = this
    return {
      tree: { kind: 'comparison', op, left: left.tree, right: right.tree, span },
      type: 'BOOLEAN',
    }
  }

  join(op: 'AND' | 'OR', values: readonly Value[]): Value {
    const operands = values.flatMap(({ tree }) =>
      tree.kind === 'logical' && tree.op === op ? tree.operands : [tree],
    )
    return { tree: { kind: 'logical', op, operands, span: this.span }, type: 'BOOLEAN' }
  }

  calculate(op: '+' | '-' | '*' | '/' | '%', left: Value, right: Value): Value {
    const { span } = this
    const type = op === '/' ? 'DOUBLE' : findWiderType(left.type, right.type)
    return { tree: { kind: 'arithmetic', op, left: left.tree, right: right.tree, span }, type }
  }

  isNull(value: Value): Value {
    return this.call('IsNull', [value], 'BOOLEAN')
  }

  /** `CASE WHEN … THEN … ELSE … END`, the conditions and values in turn. */
  case(...args: readonly Value[]): Value {
    const values = args.filter((_, i) => i % 2 === 1 || i === args.length - 1)
    return this.call('Case', args, values.map(({ type }) => type).reduce(findWiderType))
  }
}

const WIDTHS: readonly ValueType[] = ['NULL', 'INT', 'DECIMAL', 'DOUBLE']

/** The type of a sum or a choice of two values; UNKNOWN where it is not certain. */
export function findWiderType(a: ValueType, b: ValueType): ValueType {
  if (a === b || b === 'NULL') return a
  if (a === 'NULL') return b
  const [left, right] = [WIDTHS.indexOf(a), WIDTHS.indexOf(b)]
  return left < 0 || right < 0 ? 'UNKNOWN' : WIDTHS[Math.max(left, right)]!
}
