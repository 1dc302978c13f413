import type { FunctionNameOf } from '../../tree/function-names.ts'
import type { AggregateDefinition } from '../definition.ts'
import { avg } from './avg.ts'
import { avgIf } from './avg-if.ts'
import { count } from './count.ts'
import { countDistinct } from './count-distinct.ts'
import { countIf } from './count-if.ts'
import { max } from './max.ts'
import { median } from './median.ts'
import { min } from './min.ts'
import { percentile } from './percentile.ts'
import { stdDev } from './std-dev.ts'
import { sum } from './sum.ts'
import { sumIf } from './sum-if.ts'
import { variance } from './variance.ts'

/** Their definitions. */
export const AGGREGATE_FUNCTIONS: Readonly<
  Record<FunctionNameOf<'aggregate'>, AggregateDefinition>
> = {
  Sum: sum,
  SumIf: sumIf,
  Count: count,
  CountIf: countIf,
  CountDistinct: countDistinct,
  Avg: avg,
  AvgIf: avgIf,
  Min: min,
  Max: max,
  Median: median,
  Percentile: percentile,
  StdDev: stdDev,
  Variance: variance,
}
