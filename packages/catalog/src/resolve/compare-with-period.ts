import type { PeriodMethod, TypedExpr } from '@tributary/expression'

/** A metric now and in another period as one value, by a method; `now` is asked for only where it counts. */
export function compareWithPeriod(
  method: PeriodMethod,
  now: () => TypedExpr,
  before: TypedExpr,
): TypedExpr {
  switch (method) {
    case 'value':
      return before
    case 'growthvalue':
      return difference(now(), before)
    case 'growth':
      return quotient(difference(now(), before), before)
    case 'decrease':
      return difference(before, now())
    case 'decreaserate':
      return quotient(difference(before, now()), before)
  }
}

function difference(left: TypedExpr, right: TypedExpr): TypedExpr {
  const type = left.type === right.type ? left.type : 'DOUBLE'
  return { kind: 'arithmetic', type, op: '-', left, right }
}

function quotient(left: TypedExpr, right: TypedExpr): TypedExpr {
  return { kind: 'arithmetic', type: 'DOUBLE', op: '/', left, right }
}
