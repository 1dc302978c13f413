import { findConditionIntervals, type Grain, type TypedExpr, truncate } from '@tributary/expression'
import {
  constantText,
  findGrainByName,
  isDivisibleByGrain,
  listTypedChildren,
  type TypedCall,
} from '@tributary/expression/internal'
import { isDateCast, toTruncation } from './periods.ts'

/** Whether an expression over a time alone, a reference of its own, has one value within every period of a grain. */
export function isConstantWithinGrain(typed: TypedExpr, grain: Grain): boolean {
  if (typed.kind === 'constant') return true
  if (typed.kind === 'reference') return typed.type === 'DATE' && isDivisibleByGrain('DAY', grain)
  const children = listTypedChildren(typed)
  if (children.every((child) => isConstantWithinGrain(child, grain))) return true
  if (typed.kind === 'comparison') return hasAlignedBounds(typed, grain)
  return typed.kind === 'call' && isConstantCall(typed, grain)
}

function isConstantCall(call: TypedCall, grain: Grain): boolean {
  const [value] = call.args
  if (value?.kind !== 'reference') return false
  if (isDateCast(call)) return isDivisibleByGrain('DAY', grain)
  const truncation = toTruncation(call)
  if (truncation !== null) return isDivisibleByGrain(truncation.grain, grain)
  switch (call.function) {
    case 'IsNull':
    case 'IsNotNull':
      return true
    case 'IN':
      return hasAlignedBounds(call, grain)
    case 'LastDay':
      return isDivisibleByGrain(lastDayGrain(call), grain)
    default: {
      const part = PARTS[call.function]
      return part !== undefined && isDivisibleByGrain(part, grain)
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
  return findGrainByName(constantText(args[1]) ?? '') ?? 'SECOND'
}

/** Whether a condition turns from TRUE to FALSE only where a period begins. A NULL among its constants is neither. */
function hasAlignedBounds(condition: TypedExpr, grain: Grain): boolean {
  const isNull = (child: TypedExpr) => child.kind === 'constant' && child.constant.type === 'NULL'
  if (listTypedChildren(condition).some(isNull)) return false
  const intervals = findConditionIntervals(condition, () => true)
  const isAligned = (bound: bigint | null) => bound === null || truncate(bound, grain) === bound
  return intervals?.every(({ from, to }) => isAligned(from) && isAligned(to)) ?? false
}
