import type { KindParameter } from '../functions/arguments.ts'
import type { FunctionDefinition, Parameter } from '../functions/definition.ts'
import { findFunction } from '../functions/registry.ts'
import { isA, type Token } from '../syntax/lex.ts'
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

/** What is open at a place of a text: the text itself, a parenthesis of some kind, or a `CASE`. */
export interface Frame {
  readonly opener: 'text' | 'group' | 'call' | 'list' | 'case'
  /** What is called; null where no call is open, or one of a function that there is not. */
  readonly definition: FunctionDefinition | null
  /** How many arguments stand before this one. */
  index: number
  /** The name whose values a list holds, or which is the whole first argument of a call. */
  subject: Token | null
  /** The name on the left of the last comparison operator, whose values may stand on its right. */
  compared: Token | null
  /**
   * What the row of operators holds so far: no comparison; one that still takes arithmetic; one that is
   * complete; a BETWEEN whose AND is missing.
   */
  relation: 'none' | 'made' | 'complete' | 'between'
  /** The last word of a `CASE`. */
  clause: 'case' | 'when' | 'then' | 'else'
}

/**
 * What the tokens before a place have left open. After `operator` stands a whole value; `negated` follows
 * `value NOT`, `is` follows `value IS`, `is-not` follows `value IS NOT`, `list` follows `value IN`.
 */
export interface Reading {
  /** Outermost first; the last is what the place is in. */
  readonly frames: Frame[]
  expects: 'value' | 'operator' | 'negated' | 'is' | 'is-not' | 'list'
  /** The token before the place, and the one before that. */
  before: Token | null
  earlier: Token | null
}

/** Reads the tokens before a place. Never fails: a token that has no meaning where it stands changes little. */
export function readTokens(tokens: readonly Token[]): Reading {
  const reading: Reading = {
    frames: [openFrame('text')],
    expects: 'value',
    before: null,
    earlier: null,
  }
  for (const token of tokens) {
    readToken(reading, token)
    reading.earlier = reading.before
    reading.before = token
  }
  return reading
}

/** The innermost of what is open. */
export function innermost({ frames }: Reading): Frame {
  return frames.at(-1)!
}

/** Whether a frame ends with a parenthesis. */
export function isParenthesis({ opener }: Frame): boolean {
  return opener === 'group' || opener === 'call' || opener === 'list'
}

/** The parameter whose argument a place is in; null outside of a call, and after the last. */
export function parameterAt({
  definition,
  index,
}: Frame): (Parameter & Partial<KindParameter>) | null {
  if (definition === null) return null
  const { parameters } = definition
  const last = parameters.at(-1)
  return parameters[index] ?? (last?.repeated ? last : null)
}

/** The name before the place, when it is no part of arithmetic. */
export function nameBefore({ before, earlier }: Reading): Token | null {
  const isOperand = isA(earlier ?? undefined, Sign) || isA(earlier ?? undefined, Factor)
  return isName(before) && !isOperand ? before : null
}

function isName(token: Token | null): boolean {
  return token?.image.startsWith('[') === true && isA(token, Leaf)
}

/** A frame that was just opened. */
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

/** A new row of operators begins in the frame. */
function beginRow(frame: Frame): void {
  frame.compared = null
  frame.relation = 'none'
}

function readToken(reading: Reading, token: Token): void {
  const type = token.tokenType
  if (type === Open) open(reading)
  else if (type === Close) close(reading)
  else if (type === Comma) comma(reading)
  else if (type === Case) begin(reading)
  else if (type === When || type === Then || type === Else) clause(reading, type)
  else if (type === End) end(reading)
  else if (type === Not) not(reading)
  else if (type === Word) word(reading, token.image.toLowerCase())
  else if (isA(token, Leaf) || type === DoubleQuotedName) leaf(reading)
  else operator(reading, token)
}

function open(reading: Reading): void {
  const { before, expects } = reading
  const outer = innermost(reading)
  if (expects === 'list') {
    reading.frames.push(openFrame('list', { subject: outer.compared }))
  } else if (isA(before ?? undefined, Word)) {
    reading.frames.push(openFrame('call', { definition: findFunction(before!.image) ?? null }))
  } else {
    reading.frames.push(openFrame('group'))
  }
  reading.expects = 'value'
}

function close(reading: Reading): void {
  const at = reading.frames.findLastIndex(isParenthesis)
  reading.expects = 'operator'
  if (at === -1) return
  const [closed] = reading.frames.splice(at)
  if (closed!.opener === 'list') innermost(reading).relation = 'complete'
}

function comma(reading: Reading): void {
  const at = reading.frames.findLastIndex(isParenthesis)
  reading.frames.splice(Math.max(at, 0) + 1)
  reading.expects = 'value'
  const frame = innermost(reading)
  if (frame.opener === 'call' && frame.index === 0) frame.subject = nameBefore(reading)
  frame.index += 1
  beginRow(frame)
}

function begin(reading: Reading): void {
  reading.frames.push(openFrame('case'))
  reading.expects = 'value'
}

function clause(reading: Reading, type: Token['tokenType']): void {
  const frame = innermost(reading)
  if (frame.opener !== 'case') return
  frame.clause = type === When ? 'when' : type === Then ? 'then' : 'else'
  beginRow(frame)
  reading.expects = 'value'
}

function end(reading: Reading): void {
  if (innermost(reading).opener === 'case') reading.frames.pop()
  reading.expects = 'operator'
}

function not(reading: Reading): void {
  if (reading.expects === 'operator') {
    innermost(reading).compared = nameBefore(reading)
    reading.expects = 'negated'
  } else if (reading.expects === 'is') reading.expects = 'is-not'
}

function word(reading: Reading, name: string): void {
  const frame = innermost(reading)
  const afterValue = reading.expects === 'operator' || reading.expects === 'negated'
  if (reading.expects === 'operator') frame.compared = nameBefore(reading)
  reading.expects = 'operator'
  if (!afterValue) return
  if (name === 'in') reading.expects = 'list'
  else if (name === 'like' || name === 'between') {
    if (name === 'like') frame.compared = null
    frame.relation = name === 'like' ? 'made' : 'between'
    reading.expects = 'value'
  } else if (name === 'is') reading.expects = 'is'
}

function leaf(reading: Reading): void {
  if (reading.expects === 'is' || reading.expects === 'is-not') {
    innermost(reading).relation = 'complete'
  }
  reading.expects = 'operator'
}

function operator(reading: Reading, token: Token): void {
  const frame = innermost(reading)
  if (isA(token, Compare)) {
    frame.compared = nameBefore(reading)
    frame.relation = 'made'
  } else if (isA(token, And) && frame.relation === 'between') {
    frame.relation = 'made'
  } else if (isA(token, And) || isA(token, Or)) {
    beginRow(frame)
  } else if (!isA(token, Sign) && !isA(token, Factor)) return
  reading.expects = 'value'
}
