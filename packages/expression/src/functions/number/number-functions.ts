import type { FunctionNameOf } from '../../tree/function-names.ts'
import type { ScalarDefinition } from '../definition.ts'
import { abs } from './abs.ts'
import { ceil } from './ceil.ts'
import { exp } from './exp.ts'
import { floor } from './floor.ts'
import { greatest } from './greatest.ts'
import { least } from './least.ts'
import { ln } from './ln.ts'
import { log } from './log.ts'
import { log10 } from './log10.ts'
import { mod } from './mod.ts'
import { power } from './power.ts'
import { round } from './round.ts'
import { safeDivide } from './safe-divide.ts'
import { sign } from './sign.ts'
import { sqrt } from './sqrt.ts'
import { trunc } from './trunc.ts'

/** Their definitions. */
export const NUMBER_FUNCTIONS: Readonly<Record<FunctionNameOf<'number'>, ScalarDefinition>> = {
  Abs: abs,
  Round: round,
  Floor: floor,
  Ceil: ceil,
  Trunc: trunc,
  Mod: mod,
  Sign: sign,
  Power: power,
  Sqrt: sqrt,
  Exp: exp,
  Ln: ln,
  Log: log,
  Log10: log10,
  Greatest: greatest,
  Least: least,
  SafeDivide: safeDivide,
}
