import type { KindParameter } from '../functions/arguments.ts'
import type { FunctionDefinition, Parameter } from '../functions/definition.ts'
import { findFunction } from '../functions/registry.ts'
import { isA, type Token } from '../syntax/token.ts'
import {
  And,
  Case,
  Close,
  Comma,
  Compare,
  DoubleQuotedName,
  Else,
  End,
  Factor,
  Leaf,
  Not,
  Open,
  Or,
  Sign,
  Then,
  When,
  Word,
} from '../syntax/tokens.ts'

/** A construct that is open at the cursor: the text itself, a parenthesis or a `CASE`. */
export interface Frame {
  readonly opener: 'text' | 'group' | 'call' | 'list' | 'case'
  /** The called function; null for other frames and unknown functions. */
  readonly definition: FunctionDefinition | null
  /** The index of the current argument. */
  index: number
  /** The name that an `IN` list belongs to, or the name that is the first argument of a call. */
  subject: Token | null
  /** The name on the left of the last comparison operator. */
  compared: Token | null
  /**
   * The comparison in the row of operators so far: none; one that may go on with arithmetic; a complete one; a
   * BETWEEN that still needs its AND.
   */
  relation: 'none' | 'compared' | 'complete' | 'between'
  /** The last keyword of a `CASE`. */
  clause: 'case' | 'when' | 'then' | 'else'
}

/**
 * The state after the tokens before the cursor. `expects` is `operator` after a complete value, `negated`
 * after `value NOT`, `is` after `value IS`, `is-not` after `value IS NOT`, `list` after `value IN`.
 */
export interface CursorState {
  /** The open frames, outermost first. */
  readonly frames: Frame[]
  expects: 'value' | 'operator' | 'negated' | 'is' | 'is-not' | 'list'
  /** The last token and the one before it. */
  before: Token | null
  earlier: Token | null
}

/** The state after tokens. Never fails: a token that has no meaning at its place changes little. */
export function stateAfter(tokens: readonly Token[]): CursorState {
  const state: CursorState = {
    frames: [openFrame('text')],
    expects: 'value',
    before: null,
    earlier: null,
  }
  for (const token of tokens) {
    advance(state, token)
    state.earlier = state.before
    state.before = token
  }
  return state
}

/** The innermost open frame. */
export function innermost({ frames }: CursorState): Frame {
  return frames.at(-1)!
}

/** Whether a frame ends with a parenthesis. */
export function isParenthesis({ opener }: Frame): boolean {
  return opener === 'group' || opener === 'call' || opener === 'list'
}

/** The parameter of the current argument; null outside a call and after the last parameter. */
export function parameterAt({
  definition,
  index,
}: Frame): (Parameter & Partial<KindParameter>) | null {
  if (definition === null) return null
  const { parameters } = definition
  const last = parameters.at(-1)
  return parameters[index] ?? (last?.repeated ? last : null)
}

/** The name before the cursor, unless it is part of arithmetic. */
export function nameBefore({ before, earlier }: CursorState): Token | null {
  const isOperand = isA(earlier ?? undefined, Sign) || isA(earlier ?? undefined, Factor)
  return isName(before) && !isOperand ? before : null
}

function isName(token: Token | null): boolean {
  return token?.image.startsWith('[') === true && isA(token, Leaf)
}

/** Creates a frame. */
function openFrame(
  opener: Frame['opener'],
  parts: Partial<Pick<Frame, 'definition' | 'subject'>> = {},
): Frame {
  return {
    opener,
    definition: parts.definition ?? null,
    subject: parts.subject ?? null,
    index: 0,
    compared: null,
    relation: 'none',
    clause: 'case',
  }
}

/** Begins a new row of operators in the frame. */
function beginRow(frame: Frame): void {
  frame.compared = null
  frame.relation = 'none'
}

function advance(state: CursorState, token: Token): void {
  const type = token.tokenType
  if (type === Open) open(state)
  else if (type === Close) close(state)
  else if (type === Comma) comma(state)
  else if (type === Case) begin(state)
  else if (type === When || type === Then || type === Else) clause(state, type)
  else if (type === End) end(state)
  else if (type === Not) not(state)
  else if (type === Word) word(state, token.image.toLowerCase())
  else if (isA(token, Leaf) || type === DoubleQuotedName) leaf(state)
  else operator(state, token)
}

function open(state: CursorState): void {
  const { before, expects } = state
  const outer = innermost(state)
  if (expects === 'list') {
    state.frames.push(openFrame('list', { subject: outer.compared }))
  } else if (isA(before ?? undefined, Word)) {
    state.frames.push(openFrame('call', { definition: findFunction(before!.image) ?? null }))
  } else {
    state.frames.push(openFrame('group'))
  }
  state.expects = 'value'
}

function close(state: CursorState): void {
  const at = state.frames.findLastIndex(isParenthesis)
  state.expects = 'operator'
  if (at === -1) return
  const [closed] = state.frames.splice(at)
  if (closed!.opener === 'list') innermost(state).relation = 'complete'
}

function comma(state: CursorState): void {
  const at = state.frames.findLastIndex(isParenthesis)
  state.frames.splice(Math.max(at, 0) + 1)
  state.expects = 'value'
  const frame = innermost(state)
  if (frame.opener === 'call' && frame.index === 0) frame.subject = nameBefore(state)
  frame.index += 1
  beginRow(frame)
}

function begin(state: CursorState): void {
  state.frames.push(openFrame('case'))
  state.expects = 'value'
}

function clause(state: CursorState, type: Token['tokenType']): void {
  const frame = innermost(state)
  if (frame.opener !== 'case') return
  frame.clause = type === When ? 'when' : type === Then ? 'then' : 'else'
  beginRow(frame)
  state.expects = 'value'
}

function end(state: CursorState): void {
  if (innermost(state).opener === 'case') state.frames.pop()
  state.expects = 'operator'
}

function not(state: CursorState): void {
  if (state.expects === 'operator') {
    innermost(state).compared = nameBefore(state)
    state.expects = 'negated'
  } else if (state.expects === 'is') state.expects = 'is-not'
}

function word(state: CursorState, name: string): void {
  const frame = innermost(state)
  const afterValue = state.expects === 'operator' || state.expects === 'negated'
  if (state.expects === 'operator') frame.compared = nameBefore(state)
  state.expects = 'operator'
  if (!afterValue) return
  if (name === 'in') state.expects = 'list'
  else if (name === 'like' || name === 'between') {
    if (name === 'like') frame.compared = null
    frame.relation = name === 'like' ? 'compared' : 'between'
    state.expects = 'value'
  } else if (name === 'is') state.expects = 'is'
}

function leaf(state: CursorState): void {
  if (state.expects === 'is' || state.expects === 'is-not') {
    innermost(state).relation = 'complete'
  }
  state.expects = 'operator'
}

function operator(state: CursorState, token: Token): void {
  const frame = innermost(state)
  if (isA(token, Compare)) {
    frame.compared = nameBefore(state)
    frame.relation = 'compared'
  } else if (isA(token, And) && frame.relation === 'between') {
    frame.relation = 'compared'
  } else if (isA(token, And) || isA(token, Or)) {
    beginRow(frame)
  } else if (!isA(token, Sign) && !isA(token, Factor)) return
  state.expects = 'value'
}
