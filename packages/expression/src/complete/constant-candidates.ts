import { printText } from '../tree/print.ts'
import type { Span } from '../tree/span.ts'
import { type Candidate, type Place, plainCompletion } from './candidate.ts'
import type { Completion } from './completion.ts'
import { bestFits } from './match.ts'
import { nameOfToken, typeOfToken } from './name-token.ts'
import { parameterAt } from './parameter.ts'
import { innermost } from './reading.ts'

/** The constants known for a place: the texts that a parameter may be, or the values of the name it stands beside. */
export function constantCandidates(place: Place): readonly Candidate[] {
  const { begun, limit } = place
  return bestFits(constantsAt(place), begun.typed, limit).map(({ one, fit }) => ({
    completion: completionOf(one, begun.span),
    fit,
    suits: true,
  }))
}

interface KnownConstant {
  readonly kind: 'grain' | 'value'
  readonly label: string
  readonly description: string | null
}

function constantsAt({ reading, scope }: Place): readonly KnownConstant[] {
  const frame = innermost(reading)
  const parameter = parameterAt(frame)
  if (parameter?.choices !== undefined) {
    const kind = parameter.name === 'grain' ? 'grain' : 'value'
    return parameter.choices.map((label) => ({ kind, label, description: null }))
  }
  if (parameter?.types?.includes('STRING') === false) return []
  const beside = frame.relation === 'none' ? frame.subject : frame.compared
  const name = beside && nameOfToken(beside)
  if (beside === null || name === null || typeOfToken(beside, scope) !== 'STRING') return []
  const values = scope.describe?.(name)?.values ?? []
  return values.map(({ value, description = null }) => ({
    kind: 'value',
    label: value,
    description,
  }))
}

function completionOf({ kind, label, description }: KnownConstant, span: Span): Completion {
  return plainCompletion({ kind, label, insert: printText(label), description }, span)
}
