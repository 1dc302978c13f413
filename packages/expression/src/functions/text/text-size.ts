import { constantText, type TypedCall, type TypedExpr } from '../../tree/typed-expr.ts'
import { listTypedChildren } from '../../tree/visit-typed.ts'
import { parseFinding } from './regexp/parse-regexp.ts'
import type { RegexpNode } from './regexp/regexp-node.ts'

/** The most characters that the texts which an expression builds for a row may have, when texts of the data have {@link USUAL_CELL}. */
export const MAX_BUILT = 100_000
/** The characters that a text of the data counts for in {@link countBuilt}. */
export const USUAL_CELL = 300

/**
 * The most characters that the text of an expression has when no text of the data has more than `cell`. Characters of constants
 * count as their bytes in UTF-8; 0 for what is no text.
 */
export function longestText(typed: TypedExpr, cell: number): number {
  if (typed.type !== 'STRING') return 0
  if (typed.kind === 'reference') return cell
  if (typed.kind !== 'call') return countBytes(constantText(typed) ?? '')
  if (cell !== USUAL_CELL) return findLongest(typed, cell)
  const longest = usualLengths.get(typed) ?? findLongest(typed, cell)
  usualLengths.set(typed, longest)
  return longest
}

const usualLengths = new WeakMap<TypedExpr, number>()

function findLongest(typed: TypedCall, cell: number): number {
  const { args } = typed
  switch (typed.function) {
    case 'Concat':
      return args.reduce((sum, text) => sum + longestText(text, cell), 0)
    case 'Replace':
    case 'RegexpReplace':
      return longestReplaced(typed, cell)
    case 'Left':
    case 'Right':
      return Math.min(longestText(args[0]!, cell), toCount(args[1]))
    case 'Substring':
      return Math.min(longestText(args[0]!, cell), toCount(args[2]))
    case 'Cast':
    case 'TryCast':
      return args[0]!.type === 'STRING' ? longestText(args[0]!, cell) : LONGEST_VALUE
    case 'DateFormat':
      return countBytes(constantText(args[1]) ?? '') * LONGEST_FIELD
    default:
      // All others give a text that they take, or a part of it.
      return args.reduce((most, text) => Math.max(most, longestText(text, cell)), 0)
  }
}

/** A DOUBLE has up to 309 digits before its point, or 343 characters after it. */
const LONGEST_VALUE = 350
/** `September` for `M`. */
const LONGEST_FIELD = 9

/**
 * The characters of the texts that an expression builds for a row beyond those of the data: an engine has them all at once, for
 * some thousand rows. Texts of the data count as {@link USUAL_CELL} characters.
 */
export function countBuilt(typed: TypedExpr): number {
  if (typed.kind === 'constant' || typed.kind === 'reference') return 0
  const cachedCount = builtCounts.get(typed)
  if (cachedCount !== undefined) return cachedCount
  let built = countBuiltBy(typed)
  for (const child of listTypedChildren(typed)) built += countBuilt(child)
  builtCounts.set(typed, built)
  return built
}

const builtCounts = new WeakMap<TypedExpr, number>()

/** The same of the result of one node, without what its operands build. */
export function countBuiltBy(typed: TypedExpr): number {
  return typed.kind === 'call' ? Math.max(0, longestText(typed, USUAL_CELL) - USUAL_CELL) : 0
}

/** Whether a replacement can make a text longer. */
export function canLengthen(call: TypedCall): boolean {
  const weights = new CharacterWeights()
  weights.replace(call, USUAL_CELL)
  return weights.largest > 1
}

/** The longest result of replacements in replacements: what a character of the innermost text becomes at most decides. */
function longestReplaced(call: TypedCall, cell: number): number {
  const weights = new CharacterWeights()
  let text: TypedExpr = call
  while (isReplacement(text)) {
    weights.replace(text, cell)
    text = text.args[0]!
  }
  return Math.min(longestText(text, cell) * weights.largest, Number.MAX_SAFE_INTEGER)
}

function isReplacement(typed: TypedExpr): typed is TypedCall {
  return (
    typed.kind === 'call' && (typed.function === 'Replace' || typed.function === 'RegexpReplace')
  )
}

/**
 * How many characters of a last result each character of a text becomes at most. Replacements are added from the last to the
 * first: the characters of what a replacement finds must together weigh no less than what stands there afterwards. So
 * `Replace` of `ä` by `ae` around the same of `ö` doubles a text and does not quadruple it, for no `ö` becomes an `ä`.
 */
class CharacterWeights {
  readonly #weights = new Map<string, number>()
  /** The weight of characters that `#weights` does not have. */
  #default = 1

  get largest(): number {
    let largest = this.#default
    for (const weight of this.#weights.values()) largest = Math.max(largest, weight)
    return Math.min(largest, Number.MAX_SAFE_INTEGER)
  }

  /** Adds a replacement before those that were added already. */
  replace({ function: name, args }: TypedCall, cell: number): void {
    const weight = this.#weigh(args[2]!, cell)
    if (name === 'RegexpReplace') {
      this.#raiseAll(weight / leastFound(args[1]))
      return
    }
    const search = constantText(args[1])
    if (search === null) this.#raiseAll(weight)
    else if (search !== '') this.#raiseOne(search, weight)
  }

  #weigh(replacement: TypedExpr, cell: number): number {
    const text = constantText(replacement)
    if (text === null) {
      const longest = longestText(replacement, Math.min(cell, USUAL_CELL))
      return Math.min(longest * this.largest, Number.MAX_SAFE_INTEGER)
    }
    let weight = 0
    for (const character of text)
      weight += Math.max(countBytes(character), this.#getWeight(character))
    return weight
  }

  #getWeight(character: string): number {
    return this.#weights.get(character) ?? this.#default
  }

  #raiseAll(least: number): void {
    this.#default = Math.max(this.#default, least)
    for (const [character, weight] of this.#weights) {
      this.#weights.set(character, Math.max(weight, least))
    }
  }

  /** Raises one character of a searched text, the one that needs the smallest weight for all of them to have the least weight. */
  #raiseOne(search: string, least: number): void {
    const counts = new Map<string, number>()
    let missing = least
    for (const character of search) {
      counts.set(character, (counts.get(character) ?? 0) + 1)
      missing -= this.#getWeight(character)
    }
    if (missing <= 0) return
    let best: readonly [character: string, weight: number] | null = null
    for (const [character, count] of counts) {
      const weight = this.#getWeight(character) + missing / count
      if (best === null || weight < best[1]) best = [character, weight]
    }
    this.#weights.set(...best!)
  }
}

/** The characters of the shortest text that a constant regular expression finds; it finds no empty one. */
function leastFound(pattern: TypedExpr | undefined): number {
  const reading = parseFinding(constantText(pattern) ?? '')
  return 'node' in reading ? leastMatch(reading.node) : 1
}

function leastMatch(node: RegexpNode): number {
  switch (node.kind) {
    case 'character':
      return 1
    case 'edge':
      return 0
    case 'group':
      return leastMatch(node.part)
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + leastMatch(part), 0)
    case 'choice':
      return Math.min(...node.options.map(leastMatch))
    default:
      return node.least * leastMatch(node.part)
  }
}

/** A count of characters that is a constant; Infinity for another. */
function toCount(typed: TypedExpr | undefined): number {
  if (typed?.kind !== 'constant' || typed.constant.type !== 'INT') return Number.POSITIVE_INFINITY
  return Math.max(0, Number(typed.constant.value))
}

function countBytes(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0)!
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
