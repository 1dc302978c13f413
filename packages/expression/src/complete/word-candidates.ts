import { argumentCounts } from '../functions/registry.ts'
import { Case, Open } from '../syntax/tokens.ts'
import { isNumeric, type ValueType } from '../values/value-type.ts'
import { bestMatches, type Candidate, type CursorContext, wordCompletion } from './completion.ts'
import {
  type CursorState,
  type Frame,
  innermost,
  isParenthesis,
  nameBefore,
} from './cursor-state.ts'
import { typeOfToken } from './name-types.ts'
import {
  ABSENCES,
  ARITHMETIC,
  CASE_ENDS,
  CLOSE,
  COMMA,
  COMPARISONS,
  JOINTS,
  type LanguageWord,
  NOT,
  OPEN,
  ORDERS,
  PATTERNS,
  RANGES,
  THEN,
  VALUE_WORDS,
  WHEN,
} from './words.ts'

/** The keywords and operators that can follow at the cursor. */
export function wordCandidates(place: CursorContext): readonly Candidate[] {
  const { partial, limit } = place
  return bestMatches(wordsAt(place), partial.typed, limit).map(({ candidate: word, fit }) => ({
    completion: wordCompletion(word, place),
    fit,
    suits: true,
  }))
}

function wordsAt(place: CursorContext): readonly LanguageWord[] {
  const { state } = place
  switch (state.expects) {
    case 'value':
      return beforeValue(state)
    case 'operator':
      return [...endOfClause(state), ...operators(place), ...endOfArgument(state)]
    case 'negated':
      return [...RANGES, ...PATTERNS].flatMap(withoutNot)
    case 'is':
      return ABSENCES.map((absence) => ({ ...absence, label: absence.label.slice('IS '.length) }))
    case 'is-not':
      return ABSENCES.slice(1).map((absence) => ({
        ...absence,
        label: absence.label.slice('IS NOT '.length),
      }))
    default:
      return [OPEN]
  }
}

function withoutNot(word: LanguageWord): readonly LanguageWord[] {
  const isNegated = word.label.startsWith('NOT ')
  return isNegated ? [{ ...word, label: word.label.slice('NOT '.length) }] : []
}

function beforeValue(state: CursorState): readonly LanguageWord[] {
  const frame = innermost(state)
  const { before } = state
  const isOperand = frame.relation !== 'none' || /^[-+*/%]$/.test(before?.image ?? '')
  const words = isOperand ? VALUE_WORDS : [NOT, ...VALUE_WORDS]
  if (before?.tokenType === Case) return [WHEN, ...words]
  const isEmptyCall = frame.definition !== null && before?.tokenType === Open
  const takesNone = isEmptyCall && argumentCounts(frame.definition).least === 0
  return takesNone ? [CLOSE, ...words] : words
}

/** The keywords that continue or end a `CASE`. */
function endOfClause(state: CursorState): readonly LanguageWord[] {
  const { opener, clause, relation } = innermost(state)
  if (opener !== 'case' || relation === 'between') return []
  switch (clause) {
    case 'case':
      return [WHEN]
    case 'when':
      return [THEN]
    case 'then':
      return [WHEN, ...CASE_ENDS]
    default:
      return CASE_ENDS.slice(1)
  }
}

function operators(place: CursorContext): readonly LanguageWord[] {
  const { relation } = innermost(place.state)
  const precedingName = nameBefore(place.state)
  const type = precedingName && typeOfToken(precedingName, place.scope)
  const arithmetic = type === null || isNumeric(type) ? ARITHMETIC : []
  switch (relation) {
    case 'none':
      return [...comparisons(type), ...arithmetic, ...(isTruth(type) ? JOINTS : [])]
    case 'compared':
      return [...JOINTS, ...arithmetic]
    case 'complete':
      return JOINTS
    default:
      return [JOINTS[0]!, ...arithmetic]
  }
}

function comparisons(type: ValueType | null): readonly LanguageWord[] {
  const patterns = type === null || type === 'STRING' ? PATTERNS : []
  const orders = type === 'BOOLEAN' ? [] : ORDERS
  const ranges = type === 'BOOLEAN' ? [] : RANGES
  return [...COMPARISONS, ...orders, ...ranges, ...patterns, ...ABSENCES]
}

function isTruth(type: ValueType | null): boolean {
  return type === null || type === 'BOOLEAN'
}

/** A comma where another argument may follow, and a parenthesis once there are enough. */
function endOfArgument(state: CursorState): readonly LanguageWord[] {
  const frame = innermost(state)
  if (!isParenthesis(frame) || frame.relation === 'between') return []
  const { least, most } = getArgumentLimits(frame)
  const count = frame.index + 1
  return [...(count < most ? [COMMA] : []), ...(count >= least ? [CLOSE] : [])]
}

function getArgumentLimits({ opener, definition }: Frame): {
  readonly least: number
  readonly most: number
} {
  if (definition !== null) return argumentCounts(definition)
  return { least: 1, most: opener === 'group' ? 1 : Number.POSITIVE_INFINITY }
}
