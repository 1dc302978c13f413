import { type Grain, intervalsOf, type TypedExpr, truncate } from '@tributary/expression'
import {
  constantText,
  grainCalled,
  isMadeOf,
  type TypedCall,
  typedChildrenOf,
} from '@tributary/expression/internal'
import { isDateCast, truncationOf } from './periods.ts'

/** Whether an expression over a time alone, a reference of its own, has one value within every period of a grain. */
export function isConstantWithinGrain(typed: TypedExpr, grain: Grain): boolean {
  if (typed.kind === 'constant') return true
  if (typed.kind === 'reference') return typed.type === 'DATE' && isMadeOf('DAY', grain)
  const children = typedChildrenOf(typed)
  if (children.every((child) => isConstantWithinGrain(child, grain))) return true
  if (typed.kind === 'comparison') return hasAlignedBounds(typed, grain)
  return typed.kind === 'call' && isConstantCall(typed, grain)
}

function isConstantCall(call: TypedCall, grain: Grain): boolean {
  const [value] = call.args
  if (value?.kind !== 'reference') return false
  if (isDateCast(call)) return isMadeOf('DAY', grain)
  const truncation = truncationOf(call)
  if (truncation !== null) return isMadeOf(truncation.grain, grain)
  switch (call.function) {
    case 'IsNull':
    case 'IsNotNull':
      return true
    case 'IN':
      return hasAlignedBounds(call, grain)
    case 'LastDay':
      return isMadeOf(lastDayGrain(call), grain)
    default: {
      const part = PARTS[call.function]
      return part !== undefined && isMadeOf(part, grain)
    }
  }
}

/** The periods in which a part of a time stays the same. */
const PARTS: Readonly<Record<string, Grain | undefined>> = {
  Year: 'YEAR',
  Quarter: 'QUARTER',
  Month: 'MONTH',
  Week: 'WEEK',
  Day: 'DAY',
  DayOfWeek: 'DAY',
  DayOfYear: 'DAY',
  Hour: 'HOUR',
  Minute: 'MINUTE',
  Second: 'SECOND',
}

function lastDayGrain({ args }: TypedCall): Grain {
  return grainCalled(constantText(args[1]) ?? '') ?? 'SECOND'
}

/** Whether a condition turns from TRUE to FALSE only where a period begins. A NULL among its constants is neither. */
function hasAlignedBounds(condition: TypedExpr, grain: Grain): boolean {
  const isNull = (one: TypedExpr) => one.kind === 'constant' && one.constant.type === 'NULL'
  if (typedChildrenOf(condition).some(isNull)) return false
  const intervals = intervalsOf(condition, () => true)
  const isAligned = (bound: bigint | null) => bound === null || truncate(bound, grain) === bound
  return intervals?.every(({ from, to }) => isAligned(from) && isAligned(to)) ?? false
}
