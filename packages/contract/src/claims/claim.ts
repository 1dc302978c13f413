/** The languages of claims. */
export type ClaimLanguage = 'en' | 'zh'

/** How a claim is put into words. */
export interface ClaimOptions {
  /** @defaultValue `en` */
  readonly language?: ClaimLanguage
  /** Whether the answer compares two periods or two groups. @defaultValue `periods` */
  readonly compares?: 'periods' | 'groups'
  /** The name of a dimension for people. @defaultValue the name in the answer */
  readonly nameDimension?: (dimension: string) => string
}

/** Options with all defaults. */
export interface Wording extends Required<Omit<ClaimOptions, 'language'>> {}

/** A sentence that was said, by the key of its claim. */
export interface SaidClaim {
  readonly key: string
  readonly text: string
}

/** A sentence about the figures of an answer that is only said where it is true. */
export interface Claim<Facts> {
  readonly key: string
  /** The sentence; null where the claim does not hold. */
  say(facts: Facts, options?: ClaimOptions): string | null
}

/** The parts of a claim: a predicate that gives the figures of the sentence, and a text in each language. */
export interface ClaimDefinition<Facts, Figures> {
  readonly key: string
  /** The figures that the sentence names; null where the claim does not hold. */
  readonly find: (facts: Facts, wording: Wording) => Figures | null
  readonly en: (figures: Figures, wording: Wording) => string
  readonly zh: (figures: Figures, wording: Wording) => string
}

/** Defines a claim. Its texts see nothing but what its predicate found. */
export function defineClaim<Facts, Figures>({
  key,
  find,
  en,
  zh,
}: ClaimDefinition<Facts, Figures>): Claim<Facts> {
  return {
    key,
    say: (facts, { language = 'en', compares = 'periods', nameDimension = toItself } = {}) => {
      const wording = { compares, nameDimension }
      const figures = find(facts, wording)
      if (figures === null) return null
      return language === 'zh' ? zh(figures, wording) : en(figures, wording)
    },
  }
}

function toItself(name: string): string {
  return name
}

/**
 * Says the first claim of each list that holds: the sentences of an answer, in the language of the reader. Those of
 * `CAUSE_CLAIMS` in English are the headline of root_cause.
 *
 * @example
 * ```ts
 * import { MOVEMENT_CLAIMS, sayClaims } from '@tributary/client/contract'
 *
 * const considered = { metrics: 7, datasets: 1, history: 8 }
 * const answer = { movements: [], changed: 6, unusual: 0, beyondUsual: 0, quiet: 7, considered }
 * sayClaims(MOVEMENT_CLAIMS, answer)
 * // => [{ key: 'quiet', text: 'Nothing stands out: 7 metrics changed no more than usual.' }]
 * ```
 */
export function sayClaims<Facts>(
  lists: readonly (readonly Claim<Facts>[])[],
  facts: Facts,
  options: ClaimOptions = {},
): readonly SaidClaim[] {
  return lists.flatMap((claims) => {
    for (const { key, say } of claims) {
      const text = say(facts, options)
      if (text !== null) return [{ key, text }]
    }
    return []
  })
}

/**
 * Joins sentences to one text.
 *
 * @example
 * ```ts
 * import { joinClaims } from '@tributary/client/contract'
 *
 * joinClaims([{ key: 'a', text: 'It rose.' }, { key: 'b', text: 'That is usual.' }]) // => 'It rose. That is usual.'
 * ```
 */
export function joinClaims(claims: readonly SaidClaim[], { language }: ClaimOptions = {}): string {
  return claims.map(({ text }) => text).join(language === 'zh' ? '' : ' ')
}
