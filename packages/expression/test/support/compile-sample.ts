import { compile, type TypedExpr } from '@tributary/expression'
import { sampleScope } from './sample-scope.ts'

/** 2024-03-05 10:20:30. */
export const NOW = 1_709_634_030_000_000n

/** A text checked against the sample scope. */
export function compileSample(text: string): TypedExpr {
  return compile(text, sampleScope, { path: 'sample', now: NOW })
}
