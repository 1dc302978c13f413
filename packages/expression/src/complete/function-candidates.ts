import type { FunctionDefinition } from '../functions/definition.ts'
import { FUNCTIONS } from '../functions/registry.ts'
import { signatureOf } from '../functions/signature.ts'
import type { Candidate, Place } from './candidate.ts'
import type { Completion } from './completion.ts'
import { bestFits } from './match.ts'

/** The functions that fit what is typed; aggregates only where one may stand. */
export function functionCandidates(place: Place): readonly Candidate[] {
  const inAggregate = place.reading.frames.some((one) => isAggregate(one.definition))
  const offered = NAMED.filter(
    ({ definition }) => !isAggregate(definition) || (place.aggregates && !inAggregate),
  )
  return bestFits(offered, place.begun.typed, place.limit).map(({ one, fit }) => ({
    completion: completionOf(one.definition, place),
    fit,
    suits: true,
  }))
}

/** `CASE` is a keyword, and completed as one. */
const NAMED = Object.values(FUNCTIONS)
  .filter(({ name }) => name !== 'Case')
  .map((definition) => ({ label: definition.name, definition }))

function isAggregate(definition: FunctionDefinition | null): boolean {
  return definition?.family === 'aggregate'
}

function completionOf(definition: FunctionDefinition, { begun, next }: Place): Completion {
  const { name, parameters, description } = definition
  const call = parameters.length === 0 ? `${name}()` : `${name}(`
  return {
    kind: 'function',
    label: name,
    span: begun.span,
    insert: next === '(' ? name : call,
    signature: signatureOf(definition),
    type: null,
    description,
  }
}
