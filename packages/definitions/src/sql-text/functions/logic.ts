import { assertCount, type CallSite, type TranslateCall } from '../context/context.ts'
import type { Value } from '../context/value.ts'
import { renameFunction } from './numbers.ts'

const coalesce = renameFunction('Coalesce', 'SAME', [1, 100])

function ifCall(site: CallSite): Value {
  assertCount(site, 2, 3)
  const args = site.args.map(site.value)
  return site.at.case(...args)
}

function withZero(name: 'Coalesce' | 'NullIf'): TranslateCall {
  return (site) => {
    assertCount(site, 1)
    const value = site.value(site.args[0]!)
    return site.at.call(name, [value, site.at.int(0)], value.type)
  }
}

/** Functions that choose. */
export const LOGIC_FUNCTIONS: Readonly<Record<string, TranslateCall>> = {
  COALESCE: coalesce,
  IFNULL: renameFunction('Coalesce', 'SAME', [2, 2]),
  NVL: renameFunction('Coalesce', 'SAME', [2, 2]),
  NULLIF: renameFunction('NullIf', 'SAME', [2, 2]),
  IF: ifCall,
  IFF: ifCall,
  NVL2: (site) => {
    assertCount(site, 3)
    const [value, some, none] = site.args.map(site.value) as [Value, Value, Value]
    return site.at.case(site.at.isNull(value), none, some)
  },
  ZEROIFNULL: withZero('Coalesce'),
  NULLIFZERO: withZero('NullIf'),
}
