import { commonType, type ValueType } from '../values/value-type.ts'
import type { Place } from './candidate.ts'
import { typeOfToken } from './name-token.ts'
import { parameterAt } from './parameter.ts'
import { innermost } from './reading.ts'

/** Whether a type is wanted at a place: for the argument of a call, or beside what it is compared with. */
export function wantsType(place: Place): (type: ValueType | null) => boolean {
  const frame = innermost(place.reading)
  if (frame.compared !== null && frame.relation !== 'none') {
    const compared = typeOfToken(frame.compared, place.scope)
    return (type) => compared === null || (type !== null && commonType(type, compared) !== null)
  }
  const parameter = parameterAt(frame)
  const types = parameter?.types
  return (type) => types === undefined || (type !== null && types.includes(type))
}
